/** Layout of the studio on top of the style of the report's pages. */
export const STUDIO_STYLE = `
html, body { height: 100%; }
#studio {
  display: grid; height: 100vh; font-size: 0.875rem;
  grid: auto auto minmax(0, 1fr) 12.5rem / 18rem minmax(0, 1fr) 22rem;
}
#studio > .top { grid-area: 1 / 1 / 2 / 4; display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; padding: 0.4rem 0.9rem; border-bottom: 1px solid var(--rule); }
#studio h1 { font-size: 1rem; }
#studio h2 { font-size: 0.8125rem; margin: 0.5rem 0 0.2rem; }
#studio h2 small, .file, .state { color: var(--quiet); font-weight: 400; font-size: 0.8125rem; }
.state { margin-left: auto; font-variant-numeric: tabular-nums; }
button.main { background: var(--accent); border-color: var(--accent); color: var(--ground); }
#studio > .conflict { grid-area: 2 / 1 / 3 / 4; margin: 0.3rem 0.9rem; max-width: none; }
#studio > .turn { grid-area: 3 / 1; overflow: auto; padding: 0.5rem 0.9rem; border-right: 1px solid var(--rule); }
#studio > main { grid-area: 3 / 2; overflow: auto; padding: 0.5rem 0.9rem; margin: 0; max-width: none; }
#studio > aside { grid-area: 3 / 3; overflow: auto; padding: 0 0.9rem; border-left: 1px solid var(--rule); }
#studio > .text { grid-area: 4 / 1 / 5 / 3; border-top: 1px solid var(--rule); padding: 0; min-width: 0; overflow: hidden; }
#studio > .list { grid-area: 4 / 3; overflow: auto; border-top: 1px solid var(--rule); border-left: 1px solid var(--rule); padding: 0.3rem 0.9rem; }
#studio section { padding-top: 0.5rem; }
#studio .answer { margin: 0; }
#studio .answer p { font-size: 0.9375rem; }
#studio .tiles { grid-template-columns: repeat(4, 1fr); margin: 0.5rem 0; }
.detail.interval { min-height: 2lh; }
.is-faint :is(.answer, .tiles, .drawing) { opacity: 0.6; }
.detail.better { color: var(--good); }
.detail.worse { color: var(--bad); }
.slider { display: block; margin: 0.25rem 0 0.5rem; }
.slider > span:first-child, .field { display: flex; justify-content: space-between; gap: 0.5rem; align-items: center; }
.slider input { width: 100%; padding: 0; min-height: 1.4rem; border: 0; accent-color: var(--accent); }
.slider b { font-weight: 600; font-variant-numeric: tabular-nums; }
.ticks { display: flex; justify-content: space-between; font-size: 0.6875rem; color: var(--quiet); }
.sizes { position: relative; height: 1.4rem; }
.sizes .line { position: absolute; inset: 0.55rem; border-radius: 0.15rem; background: var(--rule); }
.sizes .chosen { position: absolute; inset: 0; background: var(--accent); }
.sizes input { position: absolute; inset: 0; margin: 0; appearance: none; background: none; pointer-events: none; }
.sizes input.on-top { z-index: 1; }
.sizes input::-webkit-slider-thumb { appearance: none; pointer-events: auto; width: 1.1rem; height: 1.1rem; border-radius: 50%; border: 0; background: var(--accent); cursor: grab; }
.sizes input::-moz-range-thumb { pointer-events: auto; width: 1.1rem; height: 1.1rem; border-radius: 50%; border: 0; background: var(--accent); cursor: grab; }
.ticks.sized { padding: 0 0.55rem; }
.ticks.sized span { width: 0; display: flex; justify-content: center; }
.job { margin: 0.4rem 0; }
.job progress { flex: 1; min-width: 0; accent-color: var(--accent); }
.ticks .refused { text-decoration: line-through; }
.field { margin: 0.35rem 0; }
.field input { width: 6rem; }
.note.bad { color: var(--bad); margin: 0; }
.without { border: 0; padding: 0; margin: 0; max-height: 6.5rem; overflow: auto; }
.without label { display: flex; gap: 0.4rem; align-items: center; }
.without legend { padding: 0; color: var(--quiet); font-size: 0.8125rem; }
.problems { border-left: 3px solid var(--bad); margin: 0 0 0.5rem; padding: 0.3rem 0.5rem 0.3rem 1.5rem; color: var(--bad); overflow-wrap: anywhere; }
#studio .cards { display: block; }
#studio .cards li { margin-bottom: 0.4rem; }
#studio .cards p { overflow-wrap: anywhere; }
#studio .drawing { margin: 0; }
.tried { list-style: none; margin: 0; padding: 0; }
.tried button { width: 100%; display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 0.5rem; border: 0; border-radius: 0; padding: 0.2rem 0; min-height: 0; text-align: left; font-size: 0.8125rem; }
.tried button[aria-pressed='true'] { font-weight: 650; }
#studio aside .sheet.wide { display: none; }
#studio aside .sheet.narrow { display: block; }
#studio aside tr > :nth-child(n + 3):not(:last-child) { display: none; }
#studio aside .scroll { margin: 0; }
#studio aside th, #studio aside td { min-width: 0; }
#map .dot { cursor: pointer; }
@media (max-width: 60rem) {
  html, body { height: auto; }
  #studio { display: flex; flex-direction: column; height: auto; }
  #studio > .text { display: none; }
  #studio > * { border: 0 !important; overflow: visible !important; }
  #studio .tiles { grid-template-columns: 1fr 1fr; }
  /* Verdict and tiles, then settings, then the rest. */
  #studio > .top, #studio > .conflict { order: -2; }
  #studio > main { display: contents; }
  #studio > main > * { order: 1; min-width: 0; margin-inline: 0.9rem !important; }
  #studio > main > .problems, #studio > main > .answer, #studio > main > .tiles { order: -1; }
  #studio > aside, #studio > .list { order: 2; }
}
`;
