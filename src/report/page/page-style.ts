import { DRAWING_STYLE } from './drawing-style.js';
import { PAPER_STYLE } from './paper-style.js';
import { TABLE_STYLE } from './table-style.js';

/**
 * The page's own style sheet. One accent colour; curves and marks in colours that people who see red and green alike
 * can distinguish (after Okabe and Ito), and by shape as well.
 */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#ffffff, #14171a);
  --raised: light-dark(#f5f7f9, #1d2125);
  --text: light-dark(#191c20, #e9ebee);
  --quiet: light-dark(#565f6b, #a6aeb8);
  --rule: light-dark(#dfe3e8, #30363d);
  --accent: light-dark(#0b5cad, #79b8f3);
  --good: light-dark(#17693e, #6fd6a0);
  --bad: light-dark(#b3261e, #ff938a);
  --warn: light-dark(#7a5b00, #e6c34a);
  --cu: light-dark(#0072b2, #56b4e9);
  --fixed: light-dark(#8d99a6, #76828f);
  --load: light-dark(#c25400, #f5a35c);
  --connections: light-dark(#7a5b00, #e6c34a);
  --limit: light-dark(#b3261e, #ff938a);
  --queries: light-dark(#00745a, #3ecfa6);
  --latency: light-dark(#8a4a9e, #dba0ea);
  --mark-restart: light-dark(#8a4a9e, #dba0ea);
  --mark-refusal: light-dark(#b3261e, #ff938a);
  --mark-failed: light-dark(#b3261e, #ff938a);
  --mark-fault: light-dark(#7a5b00, #e6c34a);
}
*, *::before, *::after { box-sizing: border-box; }
[hidden] { display: none !important; }
html { scroll-behavior: smooth; scroll-padding-top: 4rem; -webkit-text-size-adjust: 100%; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body {
  margin: 0;
  background: var(--ground);
  color: var(--text);
  font: 16px/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif;
}
main, .bar-top { max-width: 72rem; margin: 0 auto; padding: 0 1.5rem; }
main:focus { outline: none; }
main { padding-bottom: 4rem; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
.hidden {
  position: absolute; width: 1px; height: 1px; margin: -1px; padding: 0; overflow: hidden;
  clip-path: inset(50%); white-space: nowrap;
}
.skip { position: absolute; left: 1rem; top: -4rem; padding: 0.5rem 1rem; background: var(--accent); color: var(--ground); z-index: 3; }
.skip:focus { top: 0.5rem; }
a { color: var(--accent); }
.long, .facts, .note, .detail, h1, p code { overflow-wrap: anywhere; }
table .name { white-space: nowrap; }
table .long { display: inline-block; width: 16rem; white-space: normal; }

.bar-top {
  position: sticky; top: 0; z-index: 2; display: flex; gap: 1rem; align-items: center; justify-content: space-between;
  max-width: none; background: var(--ground); border-bottom: 1px solid var(--rule);
  padding-top: 0.45rem; padding-bottom: 0.45rem;
}
nav { overflow-x: auto; scrollbar-width: none; }
nav ul { display: flex; gap: 1.15rem; margin: 0; padding: 0; list-style: none; font-size: 0.875rem; }
nav a { color: var(--quiet); text-decoration: none; white-space: nowrap; padding: 0.25rem 0; display: block; }
nav a:hover { color: var(--accent); text-decoration: underline; }

header { padding: 0.7rem 0 0; }
.heading { display: flex; flex-wrap: wrap; gap: 0.1rem 1.2rem; align-items: baseline; }
h1 { margin: 0; font-size: 1.6rem; line-height: 1.2; letter-spacing: -0.02em; font-weight: 650; }
h2 { margin: 0 0 0.9rem; font-size: 1.25rem; letter-spacing: -0.01em; font-weight: 620; }
.eyebrow { color: var(--accent); font-weight: 600; }
.facts { margin: 0; color: var(--quiet); font-size: 0.875rem; max-width: none; }
section { padding-top: 2.25rem; }
#headline, #findings { padding-top: 0.6rem; }
#timeline { padding-top: 0.4rem; }
.answer { margin: 0.5rem 0 0; border-left: 5px solid var(--quiet); background: var(--raised); border-radius: 0 8px 8px 0; padding: 0.5rem 1rem; }
.answer p { margin: 0; font-size: 1.0625rem; line-height: 1.4; max-width: none; overflow-wrap: anywhere; }
.answer .sign { font-weight: 700; margin-right: 0.3rem; color: var(--quiet); }
.answer.good { border-color: var(--good); }
.answer.good .sign { color: var(--good); }
.answer.warning { border-color: var(--warn); }
.answer.warning .sign { color: var(--warn); }
.answer.bad { border-color: var(--bad); }
.answer.bad .sign { color: var(--bad); }
.command-line { display: flex; flex-wrap: wrap; gap: 0.5rem 0.8rem; align-items: center; margin-top: 0.35rem; }
.command-line pre { margin: 0; padding: 0.25rem 0.6rem; background: var(--ground); border: 1px solid var(--rule); flex: 0 1 auto; min-width: 0; }
@media (min-width: 52rem) { .command-line { flex-wrap: nowrap; } .command-line button { white-space: nowrap; flex: none; } }
.paper-only { display: none; }
.answer + .note { margin-top: 0.6rem; }
p { margin: 0 0 0.75rem; max-width: 48rem; }
.note, .help, .in-view { color: var(--quiet); font-size: 0.875rem; }
.warning { color: var(--text); border-left: 3px solid var(--warn); padding-left: 0.75rem; }

.cards { list-style: none; padding: 0; margin: 0; display: grid; grid-template-columns: repeat(auto-fit, minmax(19rem, 1fr)); gap: 0.5rem; }
.cards li { border: 1px solid var(--rule); border-left: 3px solid var(--warn); border-radius: 0 6px 6px 0; padding: 0.25rem 0.7rem; min-width: 0; }
.cards summary { color: var(--text); width: auto; line-height: 1.4; }
.cards summary span { display: block; color: var(--quiet); }
.cards p, .cards pre { margin: 0.3rem 0 0.4rem; font-size: 0.875rem; }
.cards pre { padding: 0.3rem 0.6rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.money { white-space: nowrap; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: 0.6rem; }
.card { background: var(--raised); border-radius: 8px; padding: 0.45rem 0.65rem; min-width: 0; }
.card p { margin: 0; }
.card .label { color: var(--quiet); font-size: 0.8125rem; line-height: 1.3; }
.card .value { font-size: 1.0625rem; line-height: 1.3; font-weight: 640; letter-spacing: -0.015em; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.card .detail { color: var(--quiet); font-size: 0.75rem; line-height: 1.35; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; }
.card.good .value { color: var(--good); }
.card.bad .value { color: var(--bad); }

.verdict { font-weight: 600; white-space: nowrap; }
.verdict.good { color: var(--good); }
.verdict.bad { color: var(--bad); }
.confidence.low { color: var(--warn); font-weight: 600; }
code, pre { font-family: ui-monospace, 'SF Mono', Menlo, Consolas, monospace; font-size: 0.8125rem; }
pre { background: var(--raised); border-radius: 8px; padding: 0.9rem 1rem; overflow: auto; margin: 0 0 1.25rem; tab-size: 2; }
pre.scenario { max-height: 32rem; }
pre.command { white-space: pre-wrap; overflow-wrap: anywhere; }
summary { cursor: pointer; color: var(--accent); font-size: 0.875rem; padding: 0.2rem 0; width: fit-content; }
details .scroll { max-height: 26rem; overflow: auto; }

.controls { display: flex; flex-wrap: wrap; gap: 0.6rem 1.1rem; align-items: center; margin-bottom: 0.6rem; }
.choice { display: inline-flex; gap: 0.5rem; align-items: center; font-size: 0.875rem; color: var(--quiet); min-width: 0; max-width: 100%; }
.in-view { margin: 0; font-variant-numeric: tabular-nums; }
button, select, input {
  font: inherit; font-size: 0.875rem; color: var(--text); background: var(--ground);
  border: 1px solid var(--quiet); border-radius: 6px; padding: 0.3rem 0.65rem; min-height: 2.1rem; max-width: 100%;
}
input[type='checkbox'] { min-height: 0; width: 1.05rem; height: 1.05rem; accent-color: var(--accent); }
input[type='search'] { width: 20rem; }
select { text-overflow: ellipsis; min-width: 0; }
button { cursor: pointer; }
button:hover:enabled { border-color: var(--accent); color: var(--accent); }
button:disabled { opacity: 0.45; cursor: default; }
.buttons { display: inline-flex; gap: 0.35rem; align-items: center; flex-wrap: wrap; }
#decision-table { min-height: 8rem; }
#decision-table td:last-child { min-width: 16rem; overflow-wrap: anywhere; }
#decision-status { font-size: 0.875rem; color: var(--quiet); margin-bottom: 0.25rem; }
#tip {
  position: fixed; z-index: 4; max-width: 20rem; padding: 0.4rem 0.65rem; border-radius: 6px; font-size: 0.8125rem;
  background: var(--text); color: var(--ground); pointer-events: none; overflow-wrap: anywhere; white-space: pre-line;
}
${TABLE_STYLE}${DRAWING_STYLE}@media (max-width: 40rem) {
  main, .bar-top { padding-left: 1rem; padding-right: 1rem; }
  section { padding-top: 1.75rem; }
  .tiles { grid-template-columns: 1fr 1fr; gap: 0.5rem; }
  .answer p { font-size: 1rem; }
  input[type='search'] { width: 100%; }
  .choice:has(input[type='search']) { width: 100%; }
}
${PAPER_STYLE}`;
