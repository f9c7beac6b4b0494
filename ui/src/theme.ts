/* Runs before the page is drawn, as a script of its own, so that dark never flashes light. Imports nothing. */
(() => {
  const NAME = "sayso.theme";
  const root = document.documentElement;

  function read(): string | null {
    try {
      return localStorage.getItem(NAME);
    } catch {
      return null;
    }
  }

  function isDark(): boolean {
    return root.dataset["theme"] ? root.dataset["theme"] === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  }

  function label(button: HTMLButtonElement): void {
    const next = isDark() ? "Light" : "Dark";
    button.textContent = next;
    button.setAttribute("aria-label", `${next} colours`);
  }

  function toggle(button: HTMLButtonElement): void {
    const theme = isDark() ? "light" : "dark";
    root.dataset["theme"] = theme;
    try {
      localStorage.setItem(NAME, theme);
    } catch {
      // Without storage it lasts until the page is left.
    }
    label(button);
  }

  const chosen = read();
  if (chosen === "dark" || chosen === "light") root.dataset["theme"] = chosen;

  document.addEventListener("DOMContentLoaded", () => {
    const button = document.querySelector<HTMLButtonElement>("button[data-theme-toggle]");
    if (!button) return;
    label(button);
    button.hidden = false;
    button.addEventListener("click", () => toggle(button));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => label(button));
  });
})();
