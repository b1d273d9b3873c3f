import { shortened } from './shortened.js';

/** Table rows to store, including the header. */
const MAX_ROWS = 8;
/** Tags after which a line ends. */
const BLOCKS =
  /<\/(?:h\d|p|li|div|section|figure|figcaption|summary|dt|dd|pre|caption|header|nav|table)>|<br[^>]*>/g;
/** A chart for narrow screens, which follows the same one for wide screens. */
const NARROW = /(<p>\[drawing: ([^;\]]*)[^\]]*\]<\/p>)(?:\s|<[^>]*>)*<p>\[drawing: \2[^\]]*\]<\/p>/g;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  '#39': "'",
};

/** The visible text of a page, line by line: headings, sentences, table rows; a chart by its title and labels. */
export function pageText(html: string): string {
  const body = html
    .slice(html.indexOf('<body'))
    .replaceAll(/<(script|style|template)\b.*?<\/\1>/gs, '')
    .replaceAll(/<svg\b.*?<\/svg>/gs, drawing)
    .replaceAll(NARROW, '$1')
    .replaceAll(/<table\b.*?<\/table>/gs, rows);
  const lines = body
    .replaceAll(/<h(\d)[^>]*>/g, (_, level) => `\n${'#'.repeat(Number(level))} `)
    .replaceAll(BLOCKS, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name) => ENTITIES[name]!)
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim());
  return `${lines.filter((line) => line !== '').join('\n')}\n`;
}

/** A table with a line for each row. */
function rows(table: string): string {
  const [, caption = ''] = /(<caption\b.*?<\/caption>)/s.exec(table) ?? [];
  const lines = [...table.matchAll(/<tr\b.*?<\/tr>/gs)].map(([row]) =>
    row
      .replaceAll(/<\/t[hd]>\s*(?=<t[hd]\b)/g, ' | ')
      .replaceAll(/<br[^>]*>/g, ' ')
      .replaceAll('\n', ' '),
  );
  return `${caption}<p>${shortened(lines, MAX_ROWS)}</p>`;
}

function drawing(svg: string): string {
  const texts = [...svg.matchAll(/<(?:title|text|desc)\b[^>]*>(.*?)<\/(?:title|text|desc)>/gs)].map(
    ([, text]) => text,
  );
  return texts.length === 0 ? '' : `<p>[drawing: ${texts.join('; ')}]</p>`;
}
