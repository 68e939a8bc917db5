"""The ink figure of each fighter and Skill of Martial Art."""

from typing import Final

from budokan.kit.scene import Motif

FIGHTERS: Final[dict[str, Motif]] = {
    "igor": "boxer",
    "kimberley": "guard",
    "hirumasa": "sumo",
    "li_ming": "tiger",
    "ricardo": "drunken",
    "wonja": "knee",
}

SKILLS: Final[dict[str, Motif]] = {
    "hook": "reverse",
    "uppercut": "guard",
    "eye_of_the_tiger": "mantis",
    "bulldog": "guard",
    "jabs": "reverse",
    "dancer": "drunken",
    "bruiser": "guard",
    "shuto_uchi": "rest",
    "mawashi_geri": "guard",
    "kiai": "will",
    "mae_tobi_geri": "guard",
    "tamejhiwari": "guard",
    "shotokan": "guard",
    "goju": "guard",
    "gassho_hineri": "guard",
    "oniyama": "guard",
    "tsuppari": "guard",
    "futsu_no_atama": "guard",
    "harite": "sumo",
    "yotsu_zumo": "guard",
    "oshi_zumo": "guard",
    "leopards_fury": "blitz",
    "dragons_breath": "breath",
    "cranes_serenity": "rest",
    "kiss_of_the_mantis": "mantis",
    "bite_of_the_tiger": "reverse",
    "drunken_master": "crane",
    "way_of_the_snake": "mantis",
    "macaco": "guard",
    "ginga_de_bahia": "drunken",
    "negativa": "round",
    "cotovelada": "guard",
    "estrala_mortal": "guard",
    "samba_de_viola": "guard",
    "revolta_do_escravo": "guard",
    "tei_tat": "guard",
    "kra_tot_chok": "guard",
    "angkor_warrior": "guard",
    "khai_kong": "guard",
    "sok_klap_lang": "guard",
    "muay_khao": "guard",
    "kon_muay_kee": "guard",
}

OTHERS: Final[tuple[Motif, ...]] = ("guard", "reverse", "rest", "mantis", "blitz", "breath")


def of_fighter(key: str, number: int) -> Motif:
    """The figure of a fighter; those of a card file take turns."""
    return FIGHTERS.get(key, OTHERS[number % len(OTHERS)])


def of_skill(key: str) -> Motif:
    return SKILLS.get(key, "guard")
