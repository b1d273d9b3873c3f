import { count } from '../../figures/figure-text.js';
import { type Content, html, htmlLine, note } from '../markup/markup.js';
import type { RecordedDecisions } from '../recorded/recorded-decisions.js';

/** The decision log, searched and paged by the page's script. */
export function decisionLog(decisions: RecordedDecisions): Content {
  const { length, leftOut } = decisions;
  const kept = html`The first ${count(length)} of ${count(length + leftOut)} decisions; with <code>--out</code>, decisions.csv has all of them.`;
  const kinds = decisions.kinds.map(
    (kind) => html`<option value="${kind}">${kind.replaceAll('_', ' ')}</option>`,
  );
  return [
    note(leftOut === 0 ? null : kept),
    htmlLine`<div class="controls no-print"><label class="choice">Search <input type="search" id="decision-search" placeholder="words of a reason, a compute, a state" autocomplete="off" spellcheck="false"></label>
<label class="choice">Kind <select id="decision-kind"><option value="">all</option>${kinds}</select></label>
<label class="choice"><input type="checkbox" id="decision-in-view"> only the visible range</label></div>
<p id="decision-status" role="status" aria-live="polite"></p>
<div id="decision-table" class="scroll" tabindex="0" role="group" aria-label="Decision log"></div>
<div class="buttons pager no-print" role="group" aria-label="Pages of the decision log"><button type="button" data-page="first">First</button><button type="button" data-page="previous">Previous</button><span id="decision-page"></span><button type="button" data-page="next">Next</button><button type="button" data-page="last">Last</button></div>`,
  ];
}
