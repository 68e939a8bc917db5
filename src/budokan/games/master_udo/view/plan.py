"""What the combos on the table would do: the rules carry them out on a copy of the state."""

from dataclasses import dataclass, field

from budokan.games.master_udo.rules import actions, events, phases
from budokan.games.master_udo.rules.rules import MasterUdo
from budokan.games.master_udo.rules.state import ATTACKS, BIT, NONE
from budokan.kit.contract import copy, legal_codes
from budokan.kit.entries import record_events


@dataclass
class Plan:
    """The hearts and attacks that combos would take, if resolved as looks best at first sight.

    An open combo that does not hold yet stays out of it. Everything the player could choose
    otherwise stays their choice: this is what the table shows while they think.
    """

    after: MasterUdo  # when the attacks come
    charge: int
    covers: dict[int, int] = field(default_factory=dict)  # the combo that would cover a heart
    stops: dict[int, int] = field(default_factory=dict)  # the combo that would block an attack
    boosts: set[int] = field(default_factory=set)
    before: dict[int, MasterUdo] = field(default_factory=dict)  # what each combo would find


def foresee(state: MasterUdo) -> Plan:
    """Resolve the combos of a state on a copy of it."""
    found = Plan(_laid_down(state), int(state.charge))
    while _resolves(found.after):
        _step(found)
    return found


def twin(state: MasterUdo) -> MasterUdo:
    made = copy(state)
    assert isinstance(made, MasterUdo)
    return made


def _laid_down(state: MasterUdo) -> MasterUdo:
    """The table when no more cards are laid."""
    made = twin(state)
    made.shown |= BIT[ATTACKS]  # one that nothing can block, so that the turn does not end
    if state.phase != phases.PLAY:
        return made
    if actions.RESOLVE in legal_codes(made, 0):
        if state.lanes or state.size[0]:
            made.apply(0, actions.RESOLVE)
            if made.phase in (phases.REVEAL, phases.ATTACKS):  # a master who hides, or is swift
                made.phase = phases.RESOLVE
        return made
    one = state.setting.one
    made.hand += sum(int(one[card]) for card in state.cards_of(state.lanes))
    if state.lanes:
        made.phase = phases.RESOLVE
    return made


def _resolves(state: MasterUdo) -> bool:
    return state.phase == phases.RESOLVE or (
        phases.RESOLVE < state.phase <= phases.ENRAGE and state.lane != NONE
    )


def _step(plan: Plan) -> None:
    """The choice that looks best."""
    state = plan.after
    action = max(legal_codes(state, 0), key=lambda code: state.heuristic(0, code))
    lane = int(state.lane)
    if actions.TAKE <= action < actions.OPTION:
        lane = action - (actions.BOOST if action >= actions.BOOST else actions.TAKE)
        plan.before[lane] = twin(state)
        if action >= actions.BOOST:
            plan.boosts.add(lane)
    elif actions.COVER <= action < actions.STOP:
        plan.covers[action - actions.COVER] = lane
    elif actions.STOP <= action < actions.RECOVER:
        plan.stops[action - actions.STOP] = lane
    for event in record_events(state, lambda: state.apply(0, action)):
        if event.kind == events.CHARGE:
            plan.charge = event.b
        elif event.kind == events.SPEND:
            plan.charge = 0
