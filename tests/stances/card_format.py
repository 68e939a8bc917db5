"""What may stand in a card file of Stances."""

from typing import Final

from budokan.kit.card_format import CardFormat, Section, text

CARDS: Final = CardFormat(
    sections={
        "stance": Section(
            title="Stances",
            help="There are three, and each beats the next; none can be added.",
            fields={"name": text("Name", most=30)},
        )
    }
)
