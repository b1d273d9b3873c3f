import type { CourseData } from '../../course/course-data.js';
import { duration } from '../../figures/figure-text.js';
import { type Content, html, htmlLine, type Markup, note } from '../markup/markup.js';

/** The place of the curves, which the script of the page draws again. @param still as they are drawn at first */
export function curvesMarkup(data: CourseData, still: Content, notes: readonly string[]): Content {
  const { worst, width_seconds } = data;
  return [
    controls(data),
    htmlLine`<div id="curves" tabindex="0" role="group" aria-label="Curves over time" aria-describedby="curves-help">
${still}</div>`,
    worst !== undefined &&
      htmlLine`<p class="note">Worst interval: <a href="#timeline" id="worst">${worst.moment}</a>, ${worst.text.replace('worst: ', '')}. Intervals of ${duration(width_seconds)}.</p>`,
    note(notes.length === 0 ? null : notes.join(' ')),
    htmlLine`<details id="timeline-details" class="script-only"><summary>The visible range as a table</summary><div id="timeline-table"></div></details>`,
  ];
}

function controls({ lanes }: CourseData): Markup {
  const options = lanes.map(({ name }, index) => html`<option value="${index}">${name}</option>`);
  const choice =
    lanes.length > 1 &&
    html`<label class="choice">Compute <select id="lane" dir="auto">${options}</select></label>`;
  return htmlLine`<div class="controls no-print script-only">${choice}<div class="buttons" role="group" aria-label="Visible range">
<button type="button" data-move="in" aria-label="Zoom in">+</button><button type="button" data-move="out" aria-label="Zoom out">−</button><button type="button" data-move="earlier" aria-label="Earlier">←</button><button type="button" data-move="later" aria-label="Later">→</button><button type="button" data-move="all">Whole run</button></div>
<p id="in-view" class="in-view"></p><output id="reading" class="in-view"></output><details class="help"><summary aria-label="How to move in the curves">?</summary><p id="curves-help">Point at the curves for their values, drag across them to zoom in, double-click to see everything; the address keeps what is in view. With the keyboard: arrow keys read values, Enter shows the decisions from there on, + and − zoom, Page Up and Page Down move, Home shows everything. Times are UTC.</p></details></div>`;
}
