/* Day or night: the system's setting until the visitor chooses; and whether cards have the colours of the print. A plain
   script, so that it runs before the first paint. */
(function () {
  const root = document.documentElement;
  const night = matchMedia("(prefers-color-scheme: dark)");
  /** @param {string} what */
  const chosen = (what) => {
    try {
      return localStorage.getItem(`budokan.${what}`);
    } catch {
      return null;
    }
  };
  const show = () => {
    root.dataset.theme = chosen("theme") || (night.matches ? "dark" : "light");
    root.dataset.faces = chosen("faces") || "house";
  };
  show();
  night.addEventListener("change", show);
  addEventListener("storage", show);
  addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (!target.closest || !target.closest("[data-night]")) return;
    const next = root.dataset.theme === "dark" ? "light" : "dark";
    try {
      localStorage.setItem("budokan.theme", next);
    } catch {
      /* private windows forget */
    }
    root.dataset.theme = next;
  });
})();
