"""Courtesies: the few phrases that people at a table can say to each other."""

from tests.server.clock_hall import client, manual_clock
from tests.server.hall import ManualClock, Visitor
from tests.server.test_tables import invited

__all__ = ["client", "manual_clock"]  # fixtures


def test_courtesies_reach_everybody_and_are_few(ann: Visitor, manual_clock: ManualClock) -> None:
    made = ann.table("dojo_duel", "me", "human")
    ben, eve = invited(ann.client, made), Visitor(ann.client)
    with ann.sit(made["id"]) as one, ben.sit(made["id"]) as two, eve.sit(made["id"]) as eyes:
        one.hear(), two.hear(), eyes.hear(), one.hear()
        two.say("courtesy", seat=1, id="played")
        for each in (one, two, eyes):
            told = each.hear("courtesy")
            assert told == {"t": "courtesy", "seat": 1, "id": "played", "text": "Well played."}
        two.say("courtesy", seat=1, id="thanks")
        assert "Wait a moment" in two.hear("refused")["text"]
        for _ in range(4):
            manual_clock.advance(3)
            two.say("courtesy", seat=1, id="thanks")
            two.hear("courtesy")
        manual_clock.advance(3)
        two.say("courtesy", seat=1, id="thanks")
        assert "5 courtesies a minute" in two.hear("refused")["text"]
        manual_clock.advance(60)
        two.say("courtesy", seat=1, id="thanks")
        two.hear("courtesy")
        two.say("courtesy", seat=1, id="taunt")
        assert "no courtesy 'taunt'" in two.hear("refused")["text"]
        two.say("courtesy", seat=0, id="thanks")
        assert "do not sit" in two.hear("refused")["text"]
        eyes.say("courtesy", seat=0, id="thanks")
        while eyes.session.receive_json()["t"] == "courtesy":
            pass
    assert "thanks" not in ann.get(f"/api/tables/{made['id']}/record").text
