import { createHash } from 'node:crypto';
import { type Content, html, jsonForScript, type Markup } from './markup.js';
import type { PageData } from './page-data.js';
import { chartLibrary, pageScript } from './page-script.js';
import { PAGE_STYLE } from './page-style.js';
import { type Section, sectionMarkup } from './section.js';

/** All that a page consists of. */
export interface Page {
  /** In the window's title. */
  readonly title: string;
  /** Above the sections. */
  readonly heading: Content;
  readonly sections: readonly Section[];
  /** For the page's script. */
  readonly data: PageData;
}

/**
 * A page as the text of one HTML file that needs nothing else and asks nobody for anything: its content security
 * policy allows its own script and style by their hashes, and no request at all.
 */
export function pageDocument({ title, heading, sections, data }: Page): string {
  const charts = data.timeline === undefined ? { script: '', style: '' } : chartLibrary();
  const scripts = [charts.script, pageScript()].filter((text) => text !== '');
  const styles = [charts.style, PAGE_STYLE].filter((text) => text !== '');
  const policy = [
    "default-src 'none'",
    `script-src ${scripts.map(hashOf).join(' ')}`,
    `style-src ${styles.map(hashOf).join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="neap">
<title>${title}</title>
${styles.map((text) => raw('style', text))}</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<div class="bar-top no-print"><nav aria-label="Sections"><ul>${sections.map(({ id, short }) => html`<li><a href="#${id}">${short}</a></li>`)}</ul></nav><button type="button" id="theme" aria-pressed="false">Dark</button></div>
<main id="content" tabindex="-1">
<header>${heading}</header>
${sections.map(sectionMarkup)}</main>
<div id="tip" role="tooltip" hidden></div>
<script type="application/json" id="page-data">${{ html: jsonForScript(data) }}</script>
${scripts.map((text) => raw('script', text))}</body>
</html>
`.html;
}

/** A style or a script as it stands: escaped, it would be another. */
function raw(element: 'style' | 'script', text: string): Markup {
  if (text.toLowerCase().includes(`</${element}`)) throw new Error(`a ${element} that ends itself`);
  return { html: `<${element}>${text}</${element}>\n` };
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
