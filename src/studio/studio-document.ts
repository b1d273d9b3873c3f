import { deflateSync } from 'node:zlib';
import { browserAsset } from '../files/browser-asset.js';
import { hashOf, verbatim } from '../report/page/markup/inline-element.js';
import { htmlLine } from '../report/page/markup/markup.js';
import { PAGE_STYLE } from '../report/page/page-style.js';
import { scenarioJsonSchema } from '../scenario/load-scenario.js';
import type { StudioData } from './studio-data.js';
import { STUDIO_STYLE } from './studio-style.js';

export type StudioContent = Omit<StudioData, 'schema' | 'worker'>;

/**
 * The studio as the text of one HTML file. Its content security policy allows its script and styles by their hashes, and
 * requests only to the server of a scenario file if there is one.
 */
export function studioDocument(content: StudioContent): string {
  const worker = browserAsset('studio-worker.js');
  const data: StudioData = { ...content, schema: scenarioJsonSchema(), worker };
  const script = browserAsset('studio-page.js');
  const style = PAGE_STYLE + STUDIO_STYLE;
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    'worker-src blob:',
    `style-src ${hashOf(style)}`,
    ...(content.tag === undefined ? [] : ["connect-src 'self'"]),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const packed = deflateSync(JSON.stringify(data)).toString('base64');
  return htmlLine`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="neap">
<title>${content.file} · neap studio</title>
${verbatim('style', style)}</head>
<body>
<div id="studio"></div>
<script type="application/octet-stream" id="studio-data">${packed}</script>
${verbatim('script', script)}</body>
</html>`.html;
}
