/* Day or night: the system's setting until the visitor chooses. A plain script, so that it runs before the first paint. */
(function () {
  const root = document.documentElement;
  const night = matchMedia("(prefers-color-scheme: dark)");
  const chosen = () => {
    try {
      return localStorage.getItem("budokan.theme");
    } catch {
      return null;
    }
  };
  const show = () => {
    root.dataset.theme = chosen() || (night.matches ? "dark" : "light");
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
