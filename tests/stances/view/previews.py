"""What a choice in Stances would do: the notes under the pieces."""

from collections.abc import Sequence

from budokan.kit.scene import Preview


def preview(names: Sequence[str], stance: int) -> Preview:
    """What a stance beats, ST-02."""
    return Preview(note=f"beats {names[(stance + 1) % len(names)]}")
