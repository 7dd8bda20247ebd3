// Two comforts the pages do well without: the switch between light and dark, which otherwise follows the system, and wide
// code and tables that the arrow keys can scroll.
(() => {
  const mark = () => {
    for (const element of document.querySelectorAll("pre, table")) {
      if (element.scrollWidth > element.clientWidth) element.tabIndex = 0;
      else element.removeAttribute("tabindex");
    }
  };
  mark();
  addEventListener("resize", mark);
})();

(() => {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const button = document.querySelector("[data-theme-switch]");
  if (!button) return;

  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
  const show = () => button.setAttribute("aria-pressed", String(isDark()));

  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    try {
      localStorage.setItem("theme", root.dataset.theme);
    } catch {
      // A browser that keeps nothing still switches this page.
    }
    show();
  });
  system.addEventListener("change", show);
  show();
  button.hidden = false;
})();
