// The look of the panel. A style sheet made by script needs no permission from a site's policy.

const STYLE = `
:host { all: initial; display: block; color-scheme: inherit; }
:host([theme="light"]) { color-scheme: light; }
:host([theme="dark"]) { color-scheme: dark; }
:host, * { box-sizing: border-box; }
:host {
  --ink: #1a1c20; --paper: #fbfbf9; --quiet: #5b6068; --line: #8a8d92; --soft: #e4e4df; --accent: #1f3f8f; --mark: #fff1a8;
}
@supports (color: light-dark(#000, #fff)) {
  :host {
    --ink: light-dark(#1a1c20, #e8e8e4); --paper: light-dark(#fbfbf9, #17181b); --quiet: light-dark(#5b6068, #a3a7ae);
    --line: light-dark(#8a8d92, #75797f); --soft: light-dark(#e4e4df, #2c2e33);
    --accent: light-dark(#1f3f8f, #a9c1ff); --mark: light-dark(#fff1a8, #4d4310);
  }
}
[hidden] { display: none !important; }
.status { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
section {
  margin-block: 0.5rem; padding: 0.6rem 0.8rem; border: 1px solid var(--line); border-radius: 4px;
  color: var(--ink); background: var(--paper); font: 0.95rem/1.5 system-ui, sans-serif; text-align: start;
  overflow-wrap: anywhere;
}
p, ul { margin: 0 0 0.4rem; padding: 0; }
ul { list-style: none; }
.score { display: flex; gap: 0.6rem; align-items: center; }
.bar { flex: 1; block-size: 0.5rem; border: 1px solid var(--line); border-radius: 3px; background: var(--soft); overflow: hidden; }
.fill { block-size: 100%; inline-size: 0; background: var(--accent); }
.number, .quiet { color: var(--quiet); font-size: 0.85rem; }
.sentence { margin-block: 0.3rem; font-weight: 600; }
.old .score, .old .sentence, .old .words { opacity: 0.45; }
.notice { padding-inline-start: 0.6rem; border-inline-start: 3px solid var(--accent); }
.words { display: flex; flex-wrap: wrap; gap: 0.4rem; align-items: baseline; }
.words > .open { flex-basis: 100%; }
button, select, textarea {
  min-block-size: 28px; min-inline-size: 28px; max-inline-size: 100%; padding: 0.15rem 0.55rem; border: 1px solid var(--line);
  border-radius: 4px; color: inherit; background: var(--paper); font: inherit; text-align: start;
}
button { cursor: pointer; }
button.word { background: var(--mark); }
button[aria-expanded="true"] { border-color: var(--accent); border-width: 2px; }
textarea { display: block; inline-size: 100%; }
.alternatives { display: grid; gap: 0.3rem; margin: 0.4rem 0; padding-inline-start: 0.6rem; border-inline-start: 3px solid var(--mark); }
.alternatives button { inline-size: 100%; }
.actions { display: flex; flex-wrap: wrap; gap: 0.4rem; align-items: center; margin-block-start: 0.5rem; }
.actions button, .actions a { font-size: 0.85rem; }
a { display: inline-block; min-block-size: 24px; color: var(--accent); }
fieldset { margin: 0 0 0.4rem; padding: 0; border: 0; }
fieldset label, .feedback > label { display: flex; flex-wrap: wrap; gap: 0.4rem; align-items: center; min-block-size: 28px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
@media (prefers-reduced-motion: no-preference) { .fill { transition: inline-size 0.15s ease-out; } }
@media (forced-colors: active) {
  .fill { forced-color-adjust: none; background: CanvasText; }
  button.word { border-width: 2px; text-decoration: underline; }
  .notice, .alternatives { border-color: CanvasText; }
}
:host([popover]) {
  position: fixed; inset: auto 1rem 1rem auto; inline-size: min(24rem, calc(100vw - 2rem)); max-block-size: 50vh;
  margin: 0; padding: 0; border: 0; overflow: auto; background: transparent;
}
:host([popover]:not(:popover-open)) { display: none; }
:host([popover]) section { margin: 0; }
`;

let shared = null;

/** Dresses a shadow root. A browser that keeps made sheets from extensions gets a style element instead. */
export function dress(root) {
  try {
    if (!shared) {
      shared = new CSSStyleSheet();
      shared.replaceSync(STYLE);
    }
    root.adoptedStyleSheets = [shared];
  } catch {
    const element = document.createElement("style");
    element.textContent = STYLE;
    root.append(element);
  }
}
