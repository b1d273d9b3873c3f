import { STATUS_PAGE_SCRIPT } from './status-page-script.js';
import { STATUS_PAGE_STYLE } from './status-page-style.js';

/** What the page may load: its own script and style, and answers of the emulator. */
export const STATUS_PAGE_POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; connect-src 'self'; img-src data:";

/** The status page, whole: computes, states, sizes, operations and the controls of time. */
export const STATUS_PAGE = `<!doctype html>
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
<script>${STATUS_PAGE_SCRIPT}</script>
</body>
</html>
`;
