import { browserAsset } from '../../files/browser-asset.js';

/** The look of the status page. */
export const STATUS_PAGE_STYLE = `
:root { color-scheme: light dark; --line: #8884; --quiet: #888; }
body { font: 14px/1.45 system-ui, sans-serif; margin: 1.5rem auto; max-width: 72rem; padding: 0 1rem; }
h1 { font-size: 1.3rem; margin: 0; } h2 { font-size: 1rem; margin: 1.5rem 0 .4rem; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: baseline; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .25rem .6rem .25rem 0;
  border-bottom: 1px solid var(--line); } th { color: var(--quiet); font-weight: normal; }
td.number { font-variant-numeric: tabular-nums; } code, td.id { font-size: .92em; }
td.id { font-family: ui-monospace, monospace; }
button { font: inherit; padding: .1rem .6rem; } .quiet { color: var(--quiet); }
.state::before { content: ''; display: inline-block; width: .6em; height: .6em; border-radius: 50%;
  margin-right: .45em; background: var(--quiet); }
.state.active::before { background: #2a9d5c; } .state.init::before { background: #d9902f; }
#problem { color: #c0392b; }
`;

/** What the page may load: its own script and style, and answers of the emulator. */
export const STATUS_PAGE_POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; connect-src 'self'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** The status page, whole: computes, states, sizes, operations and the controls of time. */
export function statusPage(): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>neap: emulated computes</title>
<link rel="icon" href="data:,">
<style>${STATUS_PAGE_STYLE}</style>
</head>
<body>
<header><h1>neap serve</h1><span><b id="now">…</b> <span id="speed" class="quiet"></span></span>
<span id="controls"></span></header>
<p id="totals"></p>
<p id="problem" role="alert"></p>
<h2>Computes</h2>
<table id="computes"><thead><tr><th>id</th><th>project / branch</th><th>type</th><th>state</th><th>size</th>
<th>suspends after</th><th>last active</th><th></th></tr></thead><tbody></tbody></table>
<p id="more" class="quiet"></p>
<h2>Latest operations</h2>
<table id="operations"><thead><tr><th>created</th><th>action</th><th>status</th><th>project</th><th>compute</th></tr>
</thead><tbody></tbody></table>
<p class="quiet">The API is under <code>/api/v2</code>, its description at <a href="/openapi.json">/openapi.json</a>,
figures for Prometheus at <a href="/metrics">/metrics</a>.</p>
<script>${browserAsset('status-page.js')}</script>
</body>
</html>
`;
}
