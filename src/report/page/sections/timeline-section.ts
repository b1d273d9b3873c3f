import { duration } from '../../figures/figure-text.js';
import { html, type Markup, note } from '../markup/markup.js';
import { type Section, section } from '../markup/section.js';
import type { RecordedTimeline } from '../recorded/recorded-timeline.js';

/** Marks above the curves, as the page's script knows them. */
const MARKS = ['wake', 'suspend', 'restart', 'refusal', 'fault'] as const;

/** Size against load over time; the page's script draws it. */
export function timelineSection(timeline: RecordedTimeline): Section {
  return section('timeline', 'Timeline', 'Size and load over time', [
    html`<noscript><p class="note">The curves, their zoom and the decision log need scripts to be allowed for this file.</p></noscript>
`,
    controls(timeline.laneNames),
    html`<p class="readout" id="readout" role="status" aria-live="polite"></p>
<div id="curves" tabindex="0" role="group" aria-label="Curves over time" aria-describedby="curves-help">
${curve('size', 'Size and load', [
  html`<span class="key cu">CU, mean of each interval</span>`,
  html`<span class="key load">queries running on CPU</span>`,
  ...MARKS.map((kind) => html`<span class="key mark-${kind}" data-mark="${kind}" hidden>${kind}</span>`),
])}
${curve('queries', 'Queries a second', [
  html`<span class="key queries">arriving</span>`,
  html`<span class="key mark-failed" data-mark="failed" hidden>some failed for good</span>`,
])}
${curve('latency', 'Latency, 99th percentile', [html`<span class="key latency">of queries completed in each interval; logarithmic</span>`])}
</div>
<p class="help" id="curves-help">Drag across the curves to zoom in, double-click to see everything. With the keyboard: arrow keys read values, + and − zoom, Page Up and Page Down move, Home shows everything. Times are UTC.</p>
`,
    intervalsNote(timeline),
    html`<details id="timeline-details"><summary>The visible range as a table</summary><div id="timeline-table"></div></details>
`,
  ]);
}

function controls(lanes: readonly string[]): Markup {
  const options = lanes.map((lane, index) => html`<option value="${index}">${lane}</option>`);
  const choice =
    lanes.length > 1
      ? html`<label class="choice">Compute <select id="lane" dir="auto">${options}</select></label>`
      : null;
  return html`<div class="controls no-print">${choice}<div class="buttons" role="group" aria-label="Visible range">
<button type="button" data-move="in" aria-label="Zoom in">+</button><button type="button" data-move="out" aria-label="Zoom out">−</button><button type="button" data-move="earlier" aria-label="Earlier">←</button><button type="button" data-move="later" aria-label="Later">→</button><button type="button" data-move="all">Whole run</button></div>
<p id="in-view" class="in-view"></p></div>
`;
}

function curve(id: string, title: string, keys: readonly Markup[]): Markup {
  return html`<figure class="curve"><figcaption><strong>${title}</strong> ${keys}</figcaption><div class="canvas" id="curve-${id}"></div></figure>
`;
}

function intervalsNote(timeline: RecordedTimeline): Markup | null {
  const notes = [
    `Intervals of ${duration(timeline.width_seconds)}.`,
    ...(timeline.merged > 1
      ? [`Each stands for ${timeline.merged} of the timeline's; its percentile is the highest of theirs.`]
      : []),
    ...(timeline.lanesLeftOut > 0
      ? [`${timeline.lanesLeftOut} further computes are in the curves of all computes only.`]
      : []),
  ];
  return note(notes.join(' '));
}
