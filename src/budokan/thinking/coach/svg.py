"""The coach's curves as a small picture in SVG."""

from html import escape

from budokan.thinking.coach.report import Report

WIDTH, HEIGHT, EDGE = 720, 320, 40
COLOURS = ("#c0392b", "#2471a3", "#b7950b", "#1e8449", "#7d3c98", "#616a6b", "#a04000", "#117a65")


def svg(found: Report) -> str:
    """The curve of every seat over the entries of the match."""
    body = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        f"<title>{escape(found.title)}: {found.unit}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
    ]
    for level in (0, 50, 100):
        y = _y(level)
        body.append(f'<path d="M{EDGE} {y}H{WIDTH - EDGE}" stroke="#bbb" fill="none"/>')
        body.append(f'<text x="{EDGE - 6}" y="{y + 4}" text-anchor="end">{level}</text>')
    for seat in found.seats:
        colour = COLOURS[seat.seat % len(COLOURS)]
        x = EDGE + 90 * seat.seat
        way = " ".join(
            f"{_x(point.at, found.entries)},{_y(point.value.points)}" for point in seat.curve
        )
        body.append(f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="2"/>')
        body.append(f'<text x="{x}" y="{HEIGHT - 10}" fill="{colour}">{escape(seat.name)}</text>')
    return "\n".join([*body, "</svg>", ""])


def _x(at: int, entries: int) -> float:
    return round(EDGE + (WIDTH - 2 * EDGE) * at / max(1, entries), 1)


def _y(points: float) -> float:
    return round(HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * points / 100, 1)
