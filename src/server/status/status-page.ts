import { browserAsset } from '../../files/browser-asset.js';
import { html, htmlLine, type Markup } from '../../report/page/markup/markup.js';
import { pageShell } from '../../report/page/page-shell.js';
import { pricesChecked } from '../../vendors/price-book.js';
import { STATUS_STYLE } from './status-style.js';

/**
 * The complete status page: time and its controls, the computes at a glance and in a table, and the latest operations.
 * @returns the HTML, and the content security policy: script and style by their hashes, and requests to the emulator
 */
export function statusPage() {
  const page = pageShell({
    title: 'neap serve: emulated computes',
    style: STATUS_STYLE,
    script: browserAsset('status-page.js'),
    allowed: ["connect-src 'self'"],
    body: statusBody(),
  });
  return { html: page.html, policy: `${page.policy}; frame-ancestors 'none'` };
}

/** The numeric columns. */
const FIGURES: ReadonlySet<string> = new Set(['Suspends after', 'CU-hours', 'Cost so far']);
/** The columns of each table. */
const HEADS = {
  computes: 'Compute|Project / branch, type|State|Size|Suspends after|CU-hours|Cost so far|Last active, UTC|',
  events: 'Time, UTC|Compute|Event|Reason',
  operations: 'Created, UTC|Action|Status|Project|Compute',
  calls: 'Time, UTC|Answer|Call',
};

function statusBody(): Markup {
  return htmlLine`<a class="skip" href="#content">Skip to the content</a>
<div class="bar-top"><nav aria-label="Sections"><ul><li><a href="#glance">At a glance</a></li><li><a href="#curve">Size and cost</a></li><li><a href="#computes">Computes</a></li><li><a href="#operations">Operations</a></li><li><a href="#calls">Calls</a></li></ul></nav></div>
<main id="content" tabindex="-1">
<header><p class="eyebrow">neap serve</p>
<h1 id="title">Emulated computes</h1>
<p class="clock"><b id="now">…</b> <span id="speed"></span></p>
<p class="facts" id="totals"></p>
<p class="facts" id="course"></p></header>
<noscript><p class="note warning">This page needs JavaScript to read the emulator's state every two seconds. <a href="/_neap/state">/_neap/state</a> returns the same data as JSON.</p></noscript>
<p id="problem" role="alert"></p>
<div class="controls" role="group" aria-label="Emulated time"><div class="buttons" id="skips"><span class="choice">Skip</span></div><div class="buttons" id="speeds"><span class="choice">Speed</span></div><button type="button" id="stop" hidden>Stop</button><span id="progress" role="status"></span></div>
<section id="begin" aria-labelledby="begin-title" hidden><h2 id="begin-title">No project yet</h2>
<p>Point a client at this emulator, with the key that <code>neap serve</code> printed, and create a project:</p>
<pre id="begin-commands" class="commands" tabindex="0"></pre></section>
<section id="glance" aria-labelledby="glance-title"><h2 id="glance-title">At a glance</h2>
<div class="controls"><label class="choice">Search computes <input type="search" id="search" autocomplete="off"></label><label class="choice">State <select id="state"><option value="">all</option><option value="active">active</option><option value="idle">idle</option><option value="init">starting</option></select></label><span class="in-view" id="found" role="status"></span></div>
<ul id="legend"><li><span class="tile active"></span> <span id="count-active"></span></li><li><span class="tile idle"></span> <span id="count-idle"></span></li><li><span class="tile init"></span> <span id="count-init"></span></li></ul>
<div id="tiles" role="img" aria-label="Computes by state"></div>
<p class="note">Each tile is a compute, filled by its size as a share of its maximum size; click a tile to select its compute.</p></section>
<section id="curve" aria-labelledby="curve-title"><h2 id="curve-title">Size and cost since <span id="since">the beginning</span></h2>
<div id="drawing"></div></section>
${tableSection('computes', 'Computes')}${tableSection('events', 'Events of the scenario')}${tableSection('operations', 'Latest operations')}${tableSection('calls', 'Latest calls and refusals')}<p class="note">The API is under <code>/api/v2</code>, its description at <a href="/openapi.json">/openapi.json</a>, metrics for Prometheus at <a href="/metrics">/metrics</a>, and the data of this page at <a href="/_neap/state">/_neap/state</a>. Cost is compute time at the plan's list price, before included usage, fee and minimum; ${pricesChecked()}.</p>
<div id="tip" role="tooltip" hidden></div>
</main>`;
}

function tableSection(id: keyof typeof HEADS, title: string): Markup {
  const cells = HEADS[id]
    .split('|')
    .map((text) =>
      text === ''
        ? html`<td></td>`
        : html`<th scope="col" class="${FIGURES.has(text) ? 'figure' : 'words'}">${text}</th>`,
    );
  return htmlLine`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>
<div class="scroll tall" tabindex="0" role="group" aria-label="${title}"><table><caption class="hidden">${title}</caption><thead><tr>${cells}</tr></thead><tbody></tbody></table></div>
${id === 'computes' ? html`<p id="more" class="note"></p>` : null}</section>`;
}
