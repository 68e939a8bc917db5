/* What is wrong with the layout of a page, or of the dialog that lies over it: run in the browser, returns sentences. */
(touch) => {
  const dialog = [...document.querySelectorAll("dialog:modal")].pop();
  const shows = dialog || document.body;
  const stage = shows.querySelector(".stage");
  const scrolls = stage && /auto/.test(getComputedStyle(stage).overflowY);
  const all = (selector, root = shows) => [...root.querySelectorAll(selector)];

  const shown = (node) => {
    const box = node.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && node.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };
  const called = (node) =>
    `${node.tagName.toLowerCase()}.${(node.getAttribute("class") || "").trim().split(/\s+/).join(".")}` +
    ` "${(node.innerText || node.getAttribute("aria-label") || "").trim().replace(/\s+/g, " ").slice(0, 40)}"`;
  const clips = (style) => /hidden|clip/.test(style.overflowX) || /hidden|clip/.test(style.overflowY);

  function sideways() {
    return [document.documentElement, ...(scrolls ? [stage] : [])].flatMap((node) => {
      const by = node.scrollWidth - node.clientWidth;
      return by > 0 ? [`${called(node).split(" ")[0]} scrolls sideways by ${by}`] : [];
    });
  }

  // -- a dialog stays on the screen; what is too long for it scrolls, but only down

  function offscreen() {
    if (!dialog) return [];
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    const over = Math.max(-left, right - innerWidth, -top, bottom - innerHeight);
    const aside = dialog.scrollWidth - dialog.clientWidth;
    return [
      ...(over > 0 ? [`the dialog leaves the screen by ${Math.round(over)}`] : []),
      ...(aside > 0 ? [`the dialog scrolls sideways by ${aside}`] : []),
    ];
  }

  // -- text that does not fit where it stands

  const FRAMES = ".card, .token, .die, .area, .plate, .prompt, .sheet, .tip, .chip, .btn, .lane, .cell, td, th";
  const OVER = ".badge, .step, .order, .who, .list, .designed-mark, .ok, .gv, .tip, .away, .copies"; // lie over an edge on purpose

  const letters = (node) => [...node.childNodes].filter((each) => each.nodeType === 3 && each.textContent.trim());
  const written = all("*").filter(
    (node) =>
      node instanceof HTMLElement &&
      !node.closest(".vh, svg, .log, select") &&
      letters(node).length > 0 &&
      shown(node),
  );

  const spilling = () => written.flatMap(spills);

  const ink = document.createElement("canvas").getContext("2d");
  function chosen() {
    return all("select").filter(shown).flatMap((node) => {
      const style = getComputedStyle(node);
      ink.font = style.font;
      const room = node.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      const wide = ink.measureText(node.selectedOptions[0]?.text || "").width;
      return wide > room + 1 ? [`cut by ${Math.round(wide - room)}: ${called(node).split(" ")[0]} "${node.selectedOptions[0].text}"`] : [];
    });
  }

  /** Whether its last words are dots: letters are measured in parts of a pixel, scrollWidth is not. */
  function dotted(node, style) {
    if (style.textOverflow !== "ellipsis" || style.whiteSpace !== "nowrap") return false;
    ink.font = style.font;
    const room = node.getBoundingClientRect().width - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    return ink.measureText(node.innerText.trim()).width > room + 0.2;
  }

  function spills(node) {
    const style = getComputedStyle(node);
    const lines =
      style.webkitLineClamp !== "none" && node.scrollHeight > node.clientHeight + 2
        ? [`cut after some lines: ${called(node)}`]
        : [];
    if (clips(style) && node.clientWidth && (node.scrollWidth > node.clientWidth + 1 || dotted(node, style)))
      return [...lines, `cut: ${called(node)}`];
    const text = around(letters(node));
    return [...lines, ...cutAround(node, text), ...sticksOut(node, text)];
  }

  /** The box around some texts; what is written inside them is measured by itself. */
  function around(texts) {
    const range = document.createRange();
    const boxes = texts.map((each) => (range.selectNode(each), range.getBoundingClientRect()));
    const [left, top] = ["left", "top"].map((side) => Math.min(...boxes.map((box) => box[side])));
    const [right, bottom] = ["right", "bottom"].map((side) => Math.max(...boxes.map((box) => box[side])));
    return new DOMRect(left, top, right - left, bottom - top);
  }

  // -- a word breaks only where it has a hyphen; long addresses and hashes may

  function broken() {
    const range = document.createRange();
    return written
      .filter((node) => !node.closest("code, .deal, .link, .say"))
      .flatMap((node) =>
        letters(node).flatMap((part) =>
          [...part.textContent.matchAll(/[\p{L}\p{N}]{2,}/gu)].flatMap(({ 0: word, index }) => {
            const divided = part.textContent[index - 1] === "\u00ad"; // the browser counts the hyphen to this word
            range.setStart(part, index + Number(divided));
            range.setEnd(part, index + word.length);
            const tops = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
            return tops.size > 1 ? [`breaks "${word}": ${called(node)}`] : [];
          }),
        ),
      );
  }

  // what scrolls can be reached: beyond its frame text is not cut
  function cutAround(node, text) {
    const found = [];
    const rolls = { x: false, y: false };
    for (let up = node.parentElement; up && !up.matches(".stage, .page, body"); up = up.parentElement) {
      const [box, style] = [up.getBoundingClientRect(), getComputedStyle(up)];
      rolls.x ||= /auto|scroll/.test(style.overflowX) && up.scrollWidth > up.clientWidth;
      rolls.y ||= /auto|scroll/.test(style.overflowY) && up.scrollHeight > up.clientHeight;
      const aside = !rolls.x && (text.right > box.right + 2 || text.left < box.left - 2);
      const below = !rolls.y && text.bottom > box.bottom + 2;
      if ((aside || below) && clips(style)) found.push(`cut by ${called(up).split(" ")[0]}: ${called(node)}`);
    }
    return found;
  }

  function sticksOut(node, text) {
    const frame = node.closest(FRAMES);
    if (!frame || /auto|scroll/.test(getComputedStyle(frame).overflowY)) return [];
    const box = frame.getBoundingClientRect();
    const over = Math.max(text.right - box.right, box.left - text.left, text.bottom - box.bottom, box.top - text.top);
    const told = node.closest(OVER);
    if (over <= 2 || (told && told !== frame)) return [];
    return [`sticks out by ${Math.round(over)}: ${called(node)} of ${called(frame).slice(0, 60)}`];
  }

  // -- things that lie on each other and should not

  const boxes = new Map();
  function seen(node) {
    if (!boxes.has(node)) {
      const { left, right, top, bottom } = node.getBoundingClientRect();
      const frame = scrolls && stage.contains(node) ? stage.getBoundingClientRect() : { top, bottom };
      boxes.set(node, { left, right, top: Math.max(top, frame.top), bottom: Math.min(bottom, frame.bottom) });
    }
    return boxes.get(node);
  }
  function sticky(a, b) {
    const [p, q] = [a, b].map((node) => node.closest(".dock, .scrub"));
    return p !== q && [p, q].some((node) => node && getComputedStyle(node).position === "sticky");
  }
  function meet(a, b) {
    const [p, q] = [seen(a), seen(b)];
    const wide = Math.min(p.right, q.right) - Math.max(p.left, q.left);
    const high = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
    return wide > 6 && high > 6 && !a.contains(b) && !b.contains(a) && !sticky(a, b);
  }

  function lying() {
    const groups = [
      ...all(".lying, .toks, .piles, .ways, .rfacts, .places, .bar, .prompt, .plate, .deck").map((each) => [...each.children]),
      all(".stage > .at:not(.centre), .prompt, .rail, .bar"),
      all(".body > .area, .body > .whose, .body > .z-row"),
      all(".plate .zone"),
    ];
    return groups.flatMap((group) => {
      const nodes = group.filter((node) => shown(node) && !node.closest(".lane .lying, .cell .lying, .stack"));
      return nodes.flatMap((a, i) =>
        nodes.slice(i + 1).flatMap((b) => (meet(a, b) ? [`lie on each other: ${called(a)} and ${called(b)}`] : [])),
      );
    });
  }

  // -- words that lie on each other; on a stage the groups above say more

  // what is nailed to the screen or to the foot of a dialog covers what scrolls beneath it
  const nailed = new Map();
  function held(node) {
    if (!node || node === shows) return null;
    if (!nailed.has(node))
      nailed.set(node, /fixed|sticky/.test(getComputedStyle(node).position) ? node : held(node.parentElement));
    return nailed.get(node);
  }
  function lines(node) {
    const range = document.createRange();
    const frames = [];
    for (let up = node; up && up !== shows; up = up.parentElement)
      if (getComputedStyle(up).overflowX !== "visible") frames.push(up.getBoundingClientRect());
    const parts = node.matches(FIELDS) ? [node] : letters(node);
    return parts.flatMap((part) => {
      if (part !== node) range.selectNodeContents(part);
      return [...(part === node ? node : range).getClientRects()].map((box) => ({
        node,
        left: Math.max(box.left, ...frames.map((frame) => frame.left)),
        right: Math.min(box.right, ...frames.map((frame) => frame.right)),
        top: Math.max(box.top, ...frames.map((frame) => frame.top)),
        bottom: Math.min(box.bottom, ...frames.map((frame) => frame.bottom)),
      }));
    });
  }

  const FIELDS = "button, .btn, input, select, textarea";
  function overwritten() {
    const found = [...new Set([...written, ...all(FIELDS).filter(shown)])]
      .filter((node) => !node.closest(`.stage, .vh, ${OVER}`))
      .flatMap(lines)
      .filter((line) => line.right > line.left && line.bottom > line.top)
      .sort((a, b) => a.top - b.top);
    return found.flatMap((a, i) => {
      const wrong = [];
      for (let j = i + 1; j < found.length && found[j].top < a.bottom; j++) {
        const b = found[j];
        const high = Math.min(a.bottom, b.bottom) - b.top;
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const least = 0.4 * Math.min(a.bottom - a.top, b.bottom - b.top);
        const apart = !a.node.contains(b.node) && !b.node.contains(a.node);
        if (apart && wide > 3 && high > least && held(a.node) === held(b.node))
          wrong.push(`written over each other: ${called(a.node)} and ${called(b.node)}`);
      }
      return wrong;
    });
  }

  // -- the letters of a curve are as large as other letters

  const LEAST = 10.5;
  function tiny() {
    return all("svg.curve text").filter(shown).flatMap((node) => {
      const size = node.getScreenCTM().d * parseFloat(getComputedStyle(node).fontSize);
      return size < LEAST - 0.1 ? [`letters of ${size.toFixed(1)}: ${node.textContent} in ${called(node.closest("svg"))}`] : [];
    });
  }

  // -- what lies in one part of the stage stays out of the others, and can be reached

  const THINGS = ".piece, .label, .plate, .sheet, .cell, .tip, .lh, .znote, .cap, .sign, .strip, .deck > *";

  function mixing() {
    const parts = all(".stage > .at, .dock > *, .strip > *, .film > .strip, .film > .deck").map((part) =>
      [part, ...all(THINGS, part)].filter((node) => node.matches(`${THINGS}, .prompt`) && shown(node)),
    );
    return parts.flatMap((part, i) =>
      parts
        .slice(i + 1)
        .flat()
        .flatMap((b) => part.filter((a) => meet(a, b)).map((a) => `reaches into another part: ${called(a)} and ${called(b)}`)),
    );
  }

  function unreachable() {
    if (!stage) return [];
    const top = stage.getBoundingClientRect().top - stage.scrollTop;
    const lost = all(THINGS, stage).filter((node) => shown(node) && node.getBoundingClientRect().top < top - 1);
    return lost.map((node) => `out of reach: ${called(node)}`);
  }

  // -- what is needed now is in sight without scrolling

  /** The part of a node that neither the screen nor a frame around it cuts off. */
  function sight(node) {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    const box = { left: Math.max(left, 0), right: Math.min(right, innerWidth), top: Math.max(top, 0), bottom: Math.min(bottom, innerHeight) };
    for (let up = node.parentElement; up && up !== document.body; up = up.parentElement) {
      const style = getComputedStyle(up);
      const frame = up.getBoundingClientRect();
      if (style.overflowX !== "visible") Object.assign(box, { left: Math.max(box.left, frame.left), right: Math.min(box.right, frame.right) });
      if (style.overflowY !== "visible") Object.assign(box, { top: Math.max(box.top, frame.top), bottom: Math.min(box.bottom, frame.bottom) });
    }
    return box;
  }
  const share = (node) => {
    const [box, whole] = [sight(node), node.getBoundingClientRect()];
    return (Math.max(0, box.right - box.left) * Math.max(0, box.bottom - box.top)) / (whole.width * whole.height);
  };
  /** How much of its height is in sight; a hand scrolls sideways. */
  const upright = (node) => (sight(node).bottom - sight(node).top) / node.getBoundingClientRect().height;
  /** Enough of it is in sight for a finger to scroll to the rest. */
  const reached = (node) => {
    const { left, right, top, bottom } = sight(node);
    const { width, height } = node.getBoundingClientRect();
    return right - left >= Math.min(20, width * 0.9) && bottom - top >= Math.min(20, height * 0.9);
  };
  /** A click somewhere in the middle of what is in sight meets it. */
  const open = (node) => {
    const { left, right, top, bottom } = sight(node);
    return [0.2, 0.5, 0.8].some((down) => {
      const found = document.elementFromPoint((left + right) / 2, top + (bottom - top) * down);
      return !found || node.contains(found) || found.contains(node);
    });
  };

  function below() {
    if (!stage || dialog || !all(".prompt").length) return [];
    const asked = ".lesson .said, .lesson .btn, .prompt:not(.over) :is(h2, p, .btn, .tip), .prompt.over :is(h2, .primary)";
    const must = all(all(".film").length ? ".scrub :is(.tool, input)" : asked).filter(shown);
    const lost = must.filter((node) => share(node) < 0.98).map((node) => `out of sight: ${called(node)}`);
    const cards = all(".stage.mine .hold .lit:not([hidden])").filter(shown);
    const first = cards.find(reached) || cards[0];
    const near = first ? [first, ...(lesson() ? [] : all(".tip", first.closest(".held") || first).filter(shown))] : [];
    const hand = near
      .filter((node) => !reached(node) || upright(node) < (lesson() ? 0.3 : 0.9))
      .map((node) => `the hand is out of sight: ${called(node)}`);
    const lit = all(".stage.mine .lit:not([hidden])").filter(shown);
    const none = lit.length && !lit.some((node) => reached(node) && open(node));
    return [...lost, ...hand, ...(none ? ["nothing that can be picked is in sight"] : [])];
  }
  const lesson = () => all(".lesson").some(shown);

  // -- words and marks hide no figure, name, number or button

  const MARKS = ".badge, .copies, .out, .stroke .tag, .stroke .paper, .toast, .hints, .bubble, .pawn .who, .away, .step, .order";
  const MEANT = ".pawn .fig, .btn, .sn b, .who, .name, .yy b, .score, .say2, .gv, .tip, .out, .eff b, .dd .art";
  const LEAST_HIDDEN = 0.2; // of what lies beneath; a figure does not fill its box

  function hiding() {
    const marks = all(MARKS).filter(shown);
    const meant = all(MEANT).filter(shown);
    return marks.flatMap((mark) =>
      meant
        .filter((node) => !mark.contains(node) && !node.contains(mark) && !sticky(mark, node) && hides(mark, node))
        .map((node) => `hides: ${called(mark)} lies on ${called(node)}`),
    );
  }
  function hides(mark, node) {
    const [p, q] = [seen(mark), seen(node)];
    const wide = Math.min(p.right, q.right) - Math.max(p.left, q.left);
    const high = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
    return wide > 4 && high > 4 && wide * high > LEAST_HIDDEN * (q.right - q.left) * (q.bottom - q.top);
  }

  // an arrow runs beside a fighter, not over the head

  function beheading() {
    const heads = all(".pawn > .fig").filter(shown).map((node) => [node, node.getBoundingClientRect()]);
    return all(".stroke > path:not(.tip1, .ink)").flatMap((path) => {
      const [long, to] = [path.getTotalLength(), path.getScreenCTM()];
      const points = Array.from({ length: 21 }, (_, i) => path.getPointAtLength((long * i) / 20).matrixTransform(to));
      const over = (box) =>
        points.some(({ x, y }) => Math.abs(x - (box.left + box.right) / 2) < box.width / 6 && y > box.top + 4 && y < box.top + box.height / 3);
      return heads.filter(([, box]) => over(box)).map(([node]) => `an arrow runs over the head of ${called(node.parentElement)}`);
    });
  }

  // tokens and the words below them share a small Area
  function crowded() {
    return all(".area").flatMap((place) =>
      all(".say2", place).filter(shown).flatMap((words) =>
        all(".token", place)
          .filter((token) => shown(token) && token.getBoundingClientRect().bottom > words.getBoundingClientRect().top + 3)
          .map((token) => `hides: ${called(token)} lies on ${called(words)}`),
      ),
    );
  }

  // -- buttons stay in their box

  function escaping() {
    return all(".btn").filter(shown).flatMap((button) => {
      const frame = button.closest(".prompt, .lesson, .hints, .plate");
      if (!frame) return [];
      const [box, room] = [button, frame].map((node) => node.getBoundingClientRect());
      const over = Math.max(room.left - box.left, box.right - room.right, room.top - box.top, box.bottom - room.bottom);
      return over > 2 ? [`sticks out by ${Math.round(over)}: ${called(button)} of ${called(frame).slice(0, 60)}`] : [];
    });
  }

  // -- fingers need room

  function small() {
    return all("button, a[href], select, input:not([type=hidden]), summary").flatMap((node) => {
      const areas = [node, ...(node.type === "checkbox" ? node.labels : [])].map((each) => each.getBoundingClientRect());
      const width = Math.max(...areas.map((each) => each.right)) - Math.min(...areas.map((each) => each.left));
      const height = Math.max(...areas.map((each) => each.height));
      const words = node.matches("a") && node.closest("p, li, td, dd, .notice, .note, h2");
      if (node.closest("svg")) return []; // marks on a curve: the list below it has the same links
      const fits = width >= 43.5 && height >= 43.5;
      return fits || words || node.tabIndex < 0 || !shown(node)
        ? []
        : [`${Math.round(width)} by ${Math.round(height)}: ${called(node)}`];
    });
  }

  const words = [spilling(), broken(), chosen(), overwritten(), tiny()];
  const places = [lying(), mixing(), unreachable(), below(), hiding(), beheading(), crowded(), escaping()];
  const wrong = [sideways(), offscreen(), ...words, ...places, touch ? small() : []];
  return [...new Set(wrong.flat())];
}
