import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { type Content, htmlLine, type Markup } from './markup/markup.js';

/** An HTML page with one style and one script. */
interface PageShell {
  readonly title: string;
  readonly style: string;
  readonly script: string;
  /** Directives of its content security policy in addition to those of every page. */
  readonly allowed: readonly string[];
  /** Before the script. */
  readonly body: Content;
  /** For the script: JSON, compressed with zlib, in base64. */
  readonly data?: unknown;
}

/** The text of a page and its content security policy, which allows its style and script by their hashes. */
export function pageShell({ title, style, script, allowed, body, data }: PageShell) {
  const packed =
    data !== undefined &&
    htmlLine`<script type="application/octet-stream" id="page-data">${deflateSync(JSON.stringify(data)).toString('base64')}</script>`;
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    ...allowed,
    // Pictures, such as one to copy, are drawn from their own text, without a request.
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const { html } = htmlLine`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="neap">
<title>${title}</title>
<link rel="icon" href="data:,">
${verbatim('style', style)}</head>
<body>
${body}${packed}${verbatim('script', script)}</body>
</html>`;
  return { html, policy };
}

/** A style or a script as it stands: escaped, it would be another. @throws Error for one that ends itself */
function verbatim(element: 'style' | 'script', text: string): Markup {
  if (text.toLowerCase().includes(`</${element}`)) throw new Error(`a ${element} that ends itself`);
  return { html: `<${element}>${text}</${element}>\n` };
}

/** The name of a style or a script in a content security policy. */
function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
