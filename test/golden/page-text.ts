/** Tags after which a line ends. */
const BLOCKS =
  /<\/(?:h\d|p|li|tr|div|section|figure|figcaption|summary|dt|dd|pre|caption|header|nav)>|<br[^>]*>/g;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  '#39': "'",
};

/** What a reader sees of a page, line by line: headings, sentences, rows of tables; a drawing by its title and texts. */
export function pageText(html: string): string {
  const body = html
    .slice(html.indexOf('<body'))
    .replaceAll(/<(script|style|template)\b.*?<\/\1>/gs, '')
    .replaceAll(/<svg\b.*?<\/svg>/gs, drawing);
  return body
    .replaceAll(/<h(\d)[^>]*>/g, (_, level) => `\n${'#'.repeat(Number(level))} `)
    .replaceAll(/<\/t[hd]>/g, ' | ')
    .replaceAll(BLOCKS, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name) => ENTITIES[name]!)
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line, index, all) => line !== '' || all[index - 1] !== '')
    .join('\n');
}

function drawing(svg: string): string {
  const texts = [...svg.matchAll(/<(?:title|text|desc)\b[^>]*>(.*?)<\/(?:title|text|desc)>/gs)].map(
    ([, text]) => text,
  );
  return texts.length === 0 ? '' : `<p>[drawing: ${texts.join('; ')}]</p>`;
}
