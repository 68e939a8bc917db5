/* What is wrong with the layout of a page: run in the browser, returns sentences. */
(touch) => {
  const wrong = [];
  const shown = (node) => {
    const box = node.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && node.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };
  const called = (node) =>
    `${node.tagName.toLowerCase()}.${(node.getAttribute("class") || "").trim().split(/\s+/).join(".")}` +
    ` "${(node.innerText || node.getAttribute("aria-label") || "").trim().slice(0, 40)}"`;
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) wrong.push(`the page scrolls sideways by ${root.scrollWidth - root.clientWidth}`);

  // Text that does not fit where it stands.
  const clips = (style) => /hidden|clip/.test(style.overflowX) || /hidden|clip/.test(style.overflowY);
  for (const node of document.querySelectorAll("body *")) {
    if (!(node instanceof HTMLElement) || node.closest(".vh, svg, .log, dialog, select") || !shown(node)) continue;
    const own = [...node.childNodes].some((each) => each.nodeType === 3 && each.textContent.trim());
    if (!own) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    const style = getComputedStyle(node);
    if (style.webkitLineClamp !== "none" && node.scrollHeight > node.clientHeight + 2)
      wrong.push(`cut after some lines: ${called(node)}`);
    if (clips(style) && node.scrollWidth > node.clientWidth + 1 && node.clientWidth) {
      wrong.push(`cut: ${called(node)}`);
      continue;
    }
    for (let up = node.parentElement; up && !up.matches(".stage, .page, body"); up = up.parentElement) {
      const box = up.getBoundingClientRect();
      if (clips(getComputedStyle(up)) && (text.right > box.right + 2 || text.bottom > box.bottom + 2 || text.left < box.left - 2))
        wrong.push(`cut by ${called(up).split(" ")[0]}: ${called(node)}`);
    }
    const frame = node.closest(".card, .token, .die, .area, .plate, .prompt, .sheet, .tip, .chip, .btn, .lane, .cell, td, th");
    if (!frame) continue;
    if (/auto|scroll/.test(getComputedStyle(frame).overflowY)) continue;
    const box = frame.getBoundingClientRect();
    const over = Math.max(text.right - box.right, box.left - text.left, text.bottom - box.bottom, box.top - text.top);
    const told = node.closest(".badge, .step, .order, .who, .list, .made, .ok, .gv, .tip");
    if (over > 2 && !(told && told !== frame)) wrong.push(`sticks out by ${Math.round(over)}: ${called(node)} of ${called(frame).slice(0, 60)}`);
  }

  // Things that lie on each other and should not.
  const cross = (a, b) => {
    const [p, q] = [a.getBoundingClientRect(), b.getBoundingClientRect()];
    return Math.min(p.right, q.right) - Math.max(p.left, q.left) > 6 && Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 6;
  };
  const groups = [
    [...document.querySelectorAll(".lying, .toks, .piles, .ways, .rfacts, .places, .bar")].map((each) => [...each.children]),
    [[...document.querySelectorAll(".stage > .at:not(.centre), .prompt, .rail, .bar")]],
    [[...document.querySelectorAll(".body > .area, .body > .whose, .body > .z-row")]],
  ].flat();
  for (const group of groups) {
    const nodes = group.filter((node) => shown(node) && !node.closest(".lane .lying, .cell .lying, .stack"));
    nodes.forEach((a, i) =>
      nodes.slice(i + 1).forEach((b) => {
        if (!a.contains(b) && !b.contains(a) && cross(a, b) && !sticks(a, b)) wrong.push(`lie on each other: ${called(a)} and ${called(b)}`);
      }),
    );
  }
  function sticks(a, b) {
    return [a, b].some((node) => node.closest(".dock") && getComputedStyle(node.closest(".dock")).position === "sticky");
  }

  // Fingers need room.
  if (touch)
    for (const node of document.querySelectorAll("button, a[href], select, input:not([type=hidden]), summary")) {
      const box = node.getBoundingClientRect();
      const words = node.matches("a") && node.closest("p, li, td, dd, .notice, .note, h2");
      if (shown(node) && !words && node.tabIndex >= 0 && (box.width < 43.5 || box.height < 43.5))
        wrong.push(`${Math.round(box.width)} by ${Math.round(box.height)}: ${called(node)}`);
    }
  return [...new Set(wrong)];
}
