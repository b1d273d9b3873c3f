import { EVENT_KINDS } from '../course/course-data.js';

export const DRAWING_STYLE = `
.drawing { position: relative; }
.sheet { display: block; width: 100%; height: auto; overflow: visible; }
.sheet.wide { max-width: 62rem; }
.sheet.narrow { display: none; max-width: 34rem; }
@media (max-width: 52rem) { .sheet.wide { display: none; } .sheet.narrow { display: block; } }
@media print { .sheet.wide { display: block !important; } .sheet.narrow { display: none !important; } }
.sheet text { font: 13px system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif; fill: var(--quiet); font-variant-numeric: tabular-nums; }
.sheet text.axis-name { fill: var(--text); }
.sheet text.point-name { fill: var(--text); paint-order: stroke; stroke: var(--ground); stroke-width: 3px; stroke-linejoin: round; }
.sheet text.strong { font-weight: 650; }
.sheet text.limit { fill: var(--bad); paint-order: stroke; stroke: var(--ground); stroke-width: 3px; }
.sheet line.limit { stroke: var(--bad); stroke-width: 1.5; stroke-dasharray: 7 4; }
.sheet line.flag { stroke: var(--bad); stroke-width: 1; stroke-dasharray: 2 3; }
.sheet line.present { stroke: var(--quiet); stroke-width: 1; stroke-dasharray: 2 3; }
.sheet .whisker { stroke: var(--text); stroke-width: 1.25; opacity: 0.65; }
.sheet .band { fill: var(--accent); opacity: 0.14; }
.rule, .tick { stroke: var(--quiet); stroke-width: 1; }
.grid { stroke: var(--rule); stroke-width: 1; }
.curve-line { fill: none; stroke-width: 2; stroke-linejoin: round; }
.curve-line.cost { stroke: var(--cu); }
.curve-line.latency { stroke: var(--latency); }
.step { stroke: var(--ground); stroke-width: 1; }
.step.cost { fill: var(--cu); }
.step.latency { fill: var(--latency); }
.step:hover, .step:focus-visible { stroke: var(--text); stroke-width: 2.5; outline: none; }
.bar-part { fill: var(--fixed); }
.bar-part.best { fill: var(--cu); }
.bar-part.missed { stroke: var(--bad); stroke-width: 1.5; stroke-dasharray: 4 3; }
.hit { fill: transparent; }
.part-fixed { fill: var(--fixed); }
.part-growing { fill: var(--cu); }
.part-growing.over { fill: var(--load); }
.part-saved, .part-other { fill: var(--queries); }
.month-line { fill: none; stroke-width: 1.75; stroke-linejoin: round; }
.month-line.low, .month-line.high { stroke: var(--latency); }
.month-line[class*='world'] { stroke: var(--text); }
.month-line:is(.low, .world-low) { stroke-dasharray: 2 3; }
.month-line:is(.high, .world-high) { stroke-dasharray: 7 3; }
.front-line { fill: none; stroke: var(--accent); stroke-width: 1.5; }
.dot { fill: var(--ground); stroke: var(--quiet); stroke-width: 1.5; }
.dot.front { fill: var(--accent); stroke: var(--accent); }
.dot.remarkable { stroke: var(--text); stroke-width: 2.5; }
.dot.missed { stroke: var(--bad); fill: none; stroke-width: 2.5; }
.dot.faint { fill: none; opacity: 0.6; }
circle.dot.faint { stroke-dasharray: 1 2; }
.dot:hover, .dot:focus-visible { stroke: var(--text); stroke-width: 3; outline: none; }
.cell { stroke: var(--ground); stroke-width: 1; }
${Array.from({ length: 9 }, (_, shade) => `.shade-${shade} { fill: color-mix(in srgb, var(--cu) ${8 + shade * 11}%, var(--ground)); }`).join('\n')}
.sheet text.cell-text { fill: var(--text); font-size: 12px; }
.sheet text.cell-text.on-dark { fill: var(--ground); }
.cell.missed { stroke: var(--bad); stroke-width: 1.5; stroke-dasharray: 4 3; }
.cell.best { stroke: var(--text); stroke-width: 3; }
.cell:hover { stroke: var(--text); stroke-width: 2; }
.time-line { fill: none; stroke-width: 1.25; stroke-linejoin: round; }
.time-line.behind { stroke: var(--fixed); }
.key.behind::before { background: var(--fixed); }
.time-line.side-0 { stroke: var(--cu); }
.time-line.side-1 { stroke: var(--load); stroke-dasharray: 5 2; }
.key.side-0::before { background: var(--cu); }
.key.side-1::before { height: 0; background: none; border-top: 2px dashed var(--load); }
.time-area, .time-envelope { stroke: none; opacity: 0.16; }
.time-envelope { opacity: 0.3; }
${['cu', 'load', 'queries', 'latency', 'connections']
  .map(
    (colour) =>
      `.time-line.${colour} { stroke: var(--${colour}); } :is(.time-area, .time-envelope).${colour} { fill: var(--${colour}); }`,
  )
  .join('\n')}
${EVENT_KINDS.map((kind) => `.event.${kind} { fill: var(--mark-${kind}); }`).join('\n')}
.key::before { content: ''; display: inline-block; width: 1.1em; height: 0.22em; margin-right: 0.4em; vertical-align: 0.25em; border-radius: 1px; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.key.dot-front::before, .key.dot-plain::before, .key.dot-missed::before { width: 0.7em; height: 0.7em; border-radius: 50%; vertical-align: -0.03em; border: 1.5px solid var(--accent); background: var(--accent); }

.key.dot-faint::before { width: 0.7em; height: 0.7em; border-radius: 50%; vertical-align: -0.03em; background: none; border: 1.5px dotted var(--quiet); opacity: 0.7; }
.key.dot-plain::before { background: none; border-color: var(--quiet); }
.key.dot-missed::before { content: '\\2715'; width: auto; height: auto; border: none; background: none; color: var(--bad); font-weight: 700; vertical-align: 0; }
.key.whisker::before { width: 2px; height: 0.9em; background: var(--text); opacity: 0.65; vertical-align: -0.1em; }
.key.limit-line::before { height: 0; width: 1.4em; border-top: 2px dashed var(--bad); background: none; }
.key.band::before { height: 0.8em; vertical-align: -0.08em; background: color-mix(in srgb, var(--accent) 22%, var(--ground)); }
.key.month-line::before { width: 1.8em; height: 0; background: none; border-top: 2px solid var(--text); }
.key:is(.low, .high)::before { border-color: var(--latency); }
.key:is(.low, .world-low)::before { border-top-style: dotted; }
.key:is(.high, .world-high)::before { border-top-style: dashed; }
.key.part-other::before { height: 0.7em; vertical-align: -0.02em; background: var(--queries); }
.key.part-over::before { height: 0.7em; vertical-align: -0.02em; background: var(--load); }
.key.part-fixed::before, .key.part-growing::before, .key.part-saved::before { height: 0.7em; vertical-align: -0.02em; }
.key.part-fixed::before { background: var(--fixed); }
.key.part-growing::before { background: var(--cu); }
.key.part-saved::before { background: var(--queries); }
.key.flag::before { width: 0.6em; height: 0.6em; border-radius: 50%; vertical-align: 0; background: var(--bad); }
.key.cell-best::before { height: 0.8em; vertical-align: -0.08em; border: 2px solid var(--text); }
.key.cell-missed::before { height: 0.8em; vertical-align: -0.08em; border: 1.5px dashed var(--bad); }
figure { margin: 0 0 1.5rem; min-width: 0; }
figcaption { font-size: 0.875rem; color: var(--quiet); margin-bottom: 0.25rem; display: flex; flex-wrap: wrap; gap: 0.1rem 1rem; align-items: baseline; }
figcaption strong { color: var(--text); font-weight: 600; }
#awake-ribbon { margin-bottom: 0.5rem; }
.sheet .reading { pointer-events: none; }
:root:not([data-live]) .script-only { display: none; }
tr.asked { outline: 2px solid var(--accent); outline-offset: -2px; }
#curves { border-radius: 4px; touch-action: pan-y; }
:root[data-live] #curves svg { cursor: crosshair; user-select: none; }
.key.cu::before { background: var(--cu); height: 0.55em; vertical-align: 0; }
.picture { display: flex; gap: 0.35rem; align-items: center; font-size: 0.8125rem; color: var(--quiet); margin: 0 0 0 auto; }
.picture button { font-size: 0.75rem; min-height: 1.6rem; padding: 0.1rem 0.5rem; border-color: var(--rule); color: var(--quiet); }
`;
