import type { RecordedDecisions } from '../../course/recorded-decisions.js';
import { count } from '../../figures/figure-text.js';
import { type Content, html, htmlLine, note } from '../markup/markup.js';

/** The decision log, searched by the page's script. @param remarks for above it */
export function decisionLog(
  { rows: { length }, leftOut, kinds: names }: RecordedDecisions,
  remarks: readonly string[],
): Content {
  const kept = html`The first ${count(length)} of ${count(length + leftOut)} decisions; with <code>--out</code>, decisions.csv has all of them.`;
  const kinds = names.map((kind) => html`<option value="${kind}">${kind.replaceAll('_', ' ')}</option>`);
  return [
    note(remarks.length === 0 ? null : remarks.join(' ')),
    note(leftOut === 0 ? null : kept),
    htmlLine`<div class="controls no-print"><label class="choice">Search <input type="search" id="decision-search" placeholder="words of a reason, a compute" autocomplete="off" spellcheck="false"></label>
<label class="choice">Kind <select id="decision-kind"><option value="">all</option>${kinds}</select></label>
<label class="choice"><input type="checkbox" id="decision-in-view"> only the visible range</label></div>
<p id="decision-status" role="status" aria-live="polite"></p>
<div id="decision-table" class="scroll" tabindex="0" role="group" aria-label="Decision log"></div>
<button type="button" id="decision-more" class="no-print" hidden>Show all</button>`,
  ];
}
