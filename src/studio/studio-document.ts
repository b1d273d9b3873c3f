import { browserAsset } from '../files/browser-asset.js';
import { htmlLine } from '../report/page/markup/markup.js';
import { pageShell } from '../report/page/page-shell.js';
import { PAGE_STYLE } from '../report/page/page-style.js';
import { scenarioJsonSchema } from '../scenario/load-scenario.js';
import { vendors } from '../vendors/vendor-file.js';
import type { StudioData } from './studio-data.js';
import { STUDIO_STYLE } from './studio-style.js';

export type StudioContent = Omit<StudioData, 'vendors' | 'schema' | 'worker'>;

/**
 * The studio as one HTML file. Its content security policy allows its script and styles by their hashes, and requests
 * only to the server of a scenario file, if any.
 */
export function studioDocument(content: StudioContent): string {
  const worker = browserAsset('studio-worker.js');
  // Published bills are for tests only.
  const books = vendors().map((vendor) => ({ ...vendor, golden: [] }));
  const data: StudioData = { ...content, vendors: books, schema: scenarioJsonSchema(), worker };
  return pageShell({
    title: `${content.file} · neap studio`,
    style: PAGE_STYLE + STUDIO_STYLE,
    script: browserAsset('studio-page.js'),
    allowed: ['worker-src blob:', ...(content.tag === undefined ? [] : ["connect-src 'self'"])],
    body: htmlLine`<div id="studio"></div>\n`,
    data,
  }).html;
}
