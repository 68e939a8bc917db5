"""Text around the board: the bar, the question, the choices, the facts and the story."""

from collections.abc import Sequence
from textwrap import wrap

from rich.text import Text

from budokan.kit.scene import Choice
from budokan.kit.scene_text import preview_numbers, preview_text
from budokan.terminal.draw import descriptions
from budokan.terminal.draw.block import above
from budokan.terminal.draw.facts import facts_block, lines_block
from budokan.terminal.draw.palette import as_text, style_of
from budokan.terminal.hosts.host import Frame

START = "Arrows or mouse point, Enter picks; digits go to the list; ? shows help."
SKIP = "Esc skips, p changes the pace."
MOST_NAMED = 2  # only choices that are named one by one
RAIL = 36  # width of the facts
NBSP = "\u00a0"
STORY = 80  # latest sentences shown


def bar(frame: Frame) -> Text:
    """The game, the clocks, the state of the match and its phases."""
    scene = frame.scene
    text = Text(no_wrap=True, overflow="ellipsis")
    text.append(frame.title, "bold")
    presence = frame.presence.status() if frame.presence and not frame.over else ""
    for words in filter(None, (presence, scene.status)):
        text.append(f" · {words}")
    text.append("  ")
    for at, phase in enumerate(scene.phases):
        here = at == scene.phase and not frame.over
        text.append(" > " if at else "", "dim")
        text.append(f"[{phase}]" if here else phase, "bold reverse" if here else "dim")
    return text


def notice(frame: Frame) -> str:
    """Lines above the question: from a guide, or about players away or out of time."""
    presence = frame.presence.notices() if frame.presence and not frame.over else []
    return "\n".join(filter(None, (frame.notice, *presence)))


def choice(at: int, found: Choice, theme: str, width: int) -> Text:
    """A choice in the list, long ones in several lines; gains are green and losses red."""
    numbers = preview_numbers(found.preview) if found.preview else []
    note = preview_text(found.preview)
    for word, _ in numbers:
        note = note.replace(word, word.replace(" ", NBSP), 1)  # not broken
    told = f"{at:>2}  {found.label}   {note}".rstrip()
    text = Text("\n".join(wrap(told, max(width - 3, 20), subsequent_indent=" " * 4)))
    rest = len(found.label) + 4
    text.stylize("dim", rest)
    for word, role in numbers:
        start = text.plain.index(word.replace(" ", NBSP), rest)
        text.stylize(style_of(theme, role), start, start + len(word))
    return text


def prompt(
    frame: Frame,
    picked: Sequence[str],
    hint: str,
    beat: str = "",
    singles: Sequence[str] = (),
) -> Text:
    """The question, the pieces picked so far, and a hint or what just happened.

    While things happen on the board, their words alone.
    """
    scene, text = frame.scene, Text()
    if beat:
        return text.append(f"» {beat}", "bold").append(f"\n{SKIP}", "dim")
    busy = not frame.over and frame.waits_for is None
    lead = "■ " if frame.over else "… " if busy else "? "
    question = scene.result if frame.over and scene.result else scene.prompt.question
    text.append(lead + question, "bold")
    if picked:
        names = " + ".join(descriptions.about(scene, name)[0].split(" · ")[0] for name in picked)
        text.append(f"  picked: {names}", "reverse")
    happened = scene.happened.line if scene.happened else ""
    happened = " ".join(filter(None, (happened, only_choice(singles))))
    rest = hint or (frame.note if frame.over else "") or happened
    if rest:  # the note comes last, where there is room for it
        return text.append(f"\n{rest}\n").append(scene.prompt.note, "dim")
    text.append(f"   {scene.prompt.note}" if scene.prompt.note else "", "dim")
    return text.append("" if busy else f"\n{START}")


def only_choice(labels: Sequence[str]) -> str:
    """What is said about choices that were taken for the player."""
    if len(labels) > MOST_NAMED:
        return f"Only one choice {len(labels)} times, taken for you."
    return f"Only one choice: {', then '.join(labels)}." if labels else ""


def facts(frame: Frame, theme: str) -> Text:
    drawn = [facts_block(each, RAIL) for each in frame.scene.facts]
    strokes = [f"{line.label} ({line.role})" for line in frame.scene.lines if line.label]
    if strokes:
        drawn.insert(0, lines_block(strokes, RAIL))
    return as_text(above(drawn, 1), theme)


def story(frame: Frame) -> Text:
    opening = (f"Against {frame.bots}.",) if frame.bots else ()
    sentences, text = (*opening, *frame.story)[-STORY:], Text()
    for at, sentence in enumerate(sentences):
        last = at == len(sentences) - 1
        text.append(("\n" if at else "") + ("▸ " if last else "· "), "bold" if last else "dim")
        text.append(sentence, "bold" if last else "")
    return text
