/** The style of everything drawn: curves over time, distributions, fronts. */
export const CURVE_STYLE = `
figure { margin: 0 0 1.5rem; min-width: 0; }
figcaption { font-size: 0.875rem; color: var(--quiet); margin-bottom: 0.25rem; display: flex; flex-wrap: wrap; gap: 0.1rem 1rem; align-items: baseline; }
figcaption strong { color: var(--text); font-weight: 600; }
.curve { margin-bottom: 0.75rem; }
.canvas { min-height: 130px; }
#curve-size:not(.nothing) { min-height: 230px; }
:root[data-live] #curves-still :is(.sheet, figcaption > :not(strong), details, figure:only-of-type figcaption) { display: none; }
:root[data-live] #curves-still figure { margin-bottom: 0.5rem; }
.curve .canvas.nothing { min-height: 0; color: var(--quiet); font-size: 0.875rem; padding-left: 66px; }
:root:not([data-live]) .script-only { display: none; }
@media print { #curves-live { display: none; } :root[data-live] #curves-still .sheet.wide { display: block; } #curves-still figcaption { display: flex !important; } #curves-still figcaption > span { display: inline !important; } }
tr.asked { outline: 2px solid var(--accent); outline-offset: -2px; }
.key.connections::before { background: var(--connections); }
#curves { border-radius: 4px; }
.uplot, .u-wrap { font: inherit; }
.u-over { touch-action: pan-y; cursor: crosshair; }
.uplot .u-select { background: color-mix(in srgb, var(--accent) 18%, transparent); }
.u-hz .u-cursor-x { border-right: 1px solid var(--quiet); }
.readout { font-size: 0.875rem; font-variant-numeric: tabular-nums; margin: 0 0 0.5rem; max-width: none; min-height: 1.5em; }
.key.cu::before { background: var(--cu); height: 0.55em; vertical-align: 0; }
.key.load::before { background: var(--load); }
.key.queries::before { background: var(--queries); }
.key.latency::before { background: var(--latency); }
.key.mark::before { width: auto; height: auto; vertical-align: 0; font-size: 0.8em; }
.key.mark-wake::before { content: '\\25b2'; color: var(--mark-wake); }
.key.mark-suspend::before { content: '\\25bc'; color: var(--mark-suspend); }
.key.mark-restart::before { content: '\\25c6'; color: var(--mark-restart); }
.key.mark-refusal::before, .key.mark-failed::before { content: '\\2716'; color: var(--mark-refusal); }
.key.mark-fault::before { content: '\\25a0'; color: var(--mark-fault); }
.plot { display: flex; min-width: 0; }
.plot .axis { flex: none; }
.plot .area { flex: 1 1 0; min-width: 0; overflow: visible; }
.plot { padding-right: 0.75rem; }
.plot svg text { font-size: 12px; fill: var(--quiet); }
.plot svg text.strong { fill: var(--text); paint-order: stroke; stroke: var(--ground); stroke-width: 4px; stroke-linejoin: round; }
.rule, .tick { stroke: var(--quiet); stroke-width: 1; }
.grid { stroke: var(--rule); stroke-width: 1; }
.drawing line.mark { stroke: var(--text); stroke-width: 1; stroke-dasharray: 2 3; }
.bin { fill: var(--cu); }
.bin:hover { fill: var(--accent); }
`;
