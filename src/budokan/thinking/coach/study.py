"""A whole report of the coach, made piece by piece: here and now, or by workers."""

from collections.abc import Callable, Sequence

from budokan.match import record
from budokan.match.match import CodedMatch
from budokan.thinking.coach.analysis import Judged, judge_part, outline, parts, usual_iterations
from budokan.thinking.coach.report import Report, report
from budokan.thinking.workers import Workers

Tell = Callable[[int, int], None]  # hears how many pieces of how many are done


def study(
    match: CodedMatch, seats: Sequence[int], tell: Tell, iterations: int = 0, seed: str = ""
) -> Report:
    """The report on a match for some of its seats, made here and now."""
    tries, text = iterations or usual_iterations(match.game), record.write(match)
    count = outline(text)
    work = parts(text, {seat: count[seat] for seat in seats}, tries, seed)
    found: dict[int, list[Judged]] = {seat: [] for seat in seats}
    for done, part in enumerate(work, 1):
        found[part.seat] += judge_part(part)
        tell(done, len(work))
    return report(match, found, tries)


async def studied(workers: Workers, match: CodedMatch, tell: Tell, iterations: int = 0) -> Report:
    """The report on a match for all its seats, made by workers."""
    tries, text = iterations or usual_iterations(match.game), record.write(match)
    work = parts(text, dict(enumerate(await workers.run(outline, text))), tries)
    found: dict[int, list[Judged]] = {seat: [] for seat in range(match.setup.seats)}
    for done, part in enumerate(work, 1):
        found[part.seat] += await workers.run(judge_part, part)
        tell(done, len(work))
    return report(match, found, tries)
