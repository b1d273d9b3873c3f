import { duration, milliseconds, number } from '../../figures/figure-text.js';
import type { Summary } from '../../figures/summary.js';
import { momentText } from '../../text/iso-time.js';
import { timePanels } from '../charts/time-panels.js';
import { type Content, html, htmlLine, type Markup, note } from '../markup/markup.js';
import { MARK_ORDER } from '../recorded/mark-kinds.js';
import type { RecordedMarks } from '../recorded/recorded-marks.js';
import type { LaneValues, RecordedTimeline } from '../recorded/recorded-timeline.js';
import { type ReplicationsOf, replicationsDrawing } from './replications-drawing.js';
import { panelsOf } from './run-panels.js';

/** What the curves of a run are drawn from. */
export interface TimelineOf extends Omit<ReplicationsOf, 'summary'> {
  readonly timeline: RecordedTimeline;
  readonly marks: RecordedMarks;
  readonly summary: Summary;
}

/** Curves over time: drawn into the page, and brought to life by its script. */
export function timelineMarkup(of: TimelineOf): Content {
  const { timeline, summary } = of;
  if (timeline.length === 0) return htmlLine`<p>The run has no timeline.</p>`;
  const values = timeline.values();
  const worst = worstOf(values, of);
  return [
    htmlLine`<div id="curves-live" hidden>
${controls(timeline.laneNames, of.shapes.length)}
${replicationsNote(of)}<p class="readout" id="readout" role="status" aria-live="polite"></p>
<div id="curves" tabindex="0" role="group" aria-label="Curves over time" aria-describedby="curves-help">
${LIVE.map(({ id, title, keys }) => curve(id, title, keys))}
</div>
</div>`,
    htmlLine`<div id="curves-still">
${replicationsDrawing(of)}${stillDrawing(of, values, worst)}</div>`,
    worst !== undefined &&
      htmlLine`<p>Worst interval: <a href="#timeline" id="worst" data-seconds="${worst.seconds}">${worst.moment}</a>, p99 latency ${milliseconds(worst.ms)}. Largest size that any compute reached: ${number(summary.total.max_cu)} CU; curves show the mean of each interval.</p>`,
    intervalsNote(of),
    htmlLine`<details id="timeline-details" class="script-only"><summary>The visible range as a table</summary><div id="timeline-table"></div></details>`,
  ];
}

/** What the curves of all replications are; its place where they are not shown. */
function replicationsNote({ shapes }: TimelineOf): Content {
  const [shape] = shapes;
  if (shape === undefined || shapes.length < 2) return null;
  return htmlLine`<p class="note" data-shown="replications">Line: mean of ${shapes.length} replications, all computes together, in stretches of ${duration(shape.width_seconds)}; shade: from the lowest to the highest of them (extremes, no interval). Marks, connections and cost over time are those of a single run: choose the first replication.</p>`;
}

/** The figures that curves show, with the names of their colours. */
const LIVE: readonly { readonly id: string; readonly title: string; readonly keys: Content }[] = [
  {
    id: 'size',
    title: 'Size, CU',
    keys: [
      html`<span class="key cu">mean of each interval</span> <span class="key limit-line">smallest and largest allowed</span> `,
      MARK_ORDER.map(
        (kind) => html`<span class="key mark mark-${kind}" data-mark="${kind}" hidden>${kind}</span> `,
      ),
    ],
  },
  {
    id: 'load',
    title: 'Queries running on CPU',
    keys: html`<span class="key load">mean of each interval</span>`,
  },
  {
    id: 'queries',
    title: 'Queries a second',
    keys: [
      html`<span class="key queries">arriving</span> `,
      html`<span class="key mark mark-failed" data-mark="failed" hidden>some failed for good</span>`,
    ],
  },
  {
    id: 'latency',
    title: 'Latency, 99th percentile',
    keys: html`<span class="key latency">of queries completed in each interval; logarithmic scale</span>`,
  },
  {
    id: 'connections',
    title: 'Connections',
    keys: html`<span class="key connections">most at once in each interval</span>`,
  },
  {
    id: 'cost',
    title: 'Cost so far, US dollars',
    keys: html`<span class="key cu">without a monthly fee or minimum</span>`,
  },
];

function stillDrawing(
  { timeline, marks, limits, start_epoch_seconds, summary, shapes }: TimelineOf,
  values: LaneValues,
  worst: Worst | undefined,
): Markup {
  const all = timeline.laneNames[0] ?? '';
  const of = [
    ...(shapes.length > 1 ? ['first replication'] : []),
    ...(timeline.laneNames.length > 1 ? [all] : []),
  ];
  return timePanels({
    id: 'timeline-still',
    title: ['Over time', ...of].join(', '),
    start_epoch_seconds,
    duration_seconds: summary.duration_seconds,
    width_seconds: timeline.width_seconds,
    panels: panelsOf(values, limits),
    marks: [
      ...marks.rows(timeline.laneNames.length > 1 ? undefined : all),
      ...failuresOf(values, timeline.width_seconds),
    ],
    worst: worst && { seconds: worst.seconds, text: `worst: p99 ${milliseconds(worst.ms)}` },
    href: '#decisions',
    keys: html`<span>of several intervals in one place: their mean, and their extremes as a shade behind it</span> `,
  });
}

function failuresOf({ failed }: LaneValues, width_seconds: number) {
  const seconds = failed.flatMap((count, index) => (count > 0 ? [(index + 0.5) * width_seconds] : []));
  return seconds.length === 0 ? [] : [{ kind: 'failed', seconds }];
}

interface Worst {
  readonly seconds: number;
  readonly ms: number;
  readonly moment: string;
}

/** The interval with the highest 99th percentile; `undefined` where no query completed. */
function worstOf(
  { latency_p99_ms }: LaneValues,
  { timeline, start_epoch_seconds }: TimelineOf,
): Worst | undefined {
  let at = -1;
  for (const [index, ms] of latency_p99_ms.entries()) {
    if (ms !== null && (at < 0 || ms > latency_p99_ms[at]!)) at = index;
  }
  if (at < 0) return undefined;
  const seconds = at * timeline.width_seconds;
  return { seconds, ms: latency_p99_ms[at]!, moment: momentText(start_epoch_seconds + seconds) };
}

function controls(lanes: readonly string[], replications: number): Markup {
  const several = replications > 1;
  const options = [
    several &&
      html`<option value="replications">all ${replications} replications: mean and extremes</option>`,
    lanes.map(
      (lane, index) =>
        html`<option value="${index}">${several ? `first replication: ${lane}` : lane}</option>`,
    ),
  ];
  const choice =
    (several || lanes.length > 1) &&
    html`<label class="choice">${several ? 'Show' : 'Compute'} <select id="lane" dir="auto">${options}</select></label>`;
  return htmlLine`<div class="controls no-print">${choice}<div class="buttons" role="group" aria-label="Visible range">
<button type="button" data-move="in" aria-label="Zoom in">+</button><button type="button" data-move="out" aria-label="Zoom out">−</button><button type="button" data-move="earlier" aria-label="Earlier">←</button><button type="button" data-move="later" aria-label="Later">→</button><button type="button" data-move="all">Whole run</button></div>
<p id="in-view" class="in-view"></p><details class="help"><summary aria-label="How to move in the curves">?</summary><p id="curves-help">Drag across the curves to zoom in, double-click to see everything; the address keeps what is in view. Click a mark, or press Enter, to see the decisions of that moment. With the keyboard: arrow keys read values, + and − zoom, Page Up and Page Down move, Home shows everything. Times are UTC.</p></details></div>`;
}

function curve(id: string, title: string, keys: Content): Markup {
  return htmlLine`<figure class="curve"><figcaption><strong>${title}</strong> ${keys}</figcaption><div class="canvas" id="curve-${id}"></div></figure>`;
}

function intervalsNote({ timeline, marks, summary }: TimelineOf): Markup | null {
  const notes = [
    `Intervals of ${duration(timeline.width_seconds)}.`,
    ...(timeline.merged > 1
      ? [`Each stands for ${timeline.merged} of the timeline's; its percentile is the highest of theirs.`]
      : []),
    ...(timeline.lanesLeftOut > 0
      ? [`${timeline.lanesLeftOut} further computes are in the curves of all computes only.`]
      : []),
    ...(marks.coarse
      ? [`Marks are to the nearest ${duration(marks.width_seconds)} where the decision log has been cut.`]
      : []),
    ...(summary.replications > 1
      ? ['Marks, decisions and the worst interval are those of the first replication.']
      : []),
  ];
  return note(notes.join(' '));
}
