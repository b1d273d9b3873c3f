/** The element of an id, which must exist. */
export function byId<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no element "${id}"`);
  return found;
}

/** The data inside the page. */
export async function pageData<Data>(): Promise<Data> {
  const packed = byId('page-data', HTMLScriptElement).textContent;
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return await new Response(plain).json();
}

/** Saves a file where the browser puts its downloads. */
export function download(file: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = file;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** A new element with text; never HTML, for much of what is shown comes from scenarios. */
export function element(name: string, text = '', className = ''): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  if (className !== '') made.className = className;
  return made;
}

export function drawnPart(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  text = '',
): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.textContent = text;
  return made;
}

/** A table from texts; the first cell of a row is its head. Cells of `words` columns stand to the left. */
export function tableOf(
  caption: string,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  words: ReadonlySet<number>,
): HTMLTableElement {
  const table = document.createElement('table');
  table.append(element('caption', caption, 'hidden'));
  const fill = (row: HTMLTableRowElement, texts: readonly string[], scope: 'col' | 'row'): void => {
    for (const [column, text] of texts.entries()) {
      const isHead = scope === 'col' || column === 0;
      const cell = element(isHead ? 'th' : 'td', text, words.has(column) ? 'words' : 'figure');
      if (isHead) cell.setAttribute('scope', scope);
      if (scope === 'row') cell.dir = words.has(column) ? 'auto' : 'ltr';
      row.append(cell);
    }
  };
  fill(table.createTHead().insertRow(), heads, 'col');
  const body = table.createTBody();
  for (const texts of rows) fill(body.insertRow(), texts, 'row');
  return table;
}

/** A moment as `2026-01-05 14:30:00.250` UTC; seconds, and parts of them, only if they are not 0. */
export function shownMoment(epoch_ms: number): string {
  const [day, time] = new Date(Math.round(epoch_ms)).toISOString().slice(0, -1).split('T');
  return `${day} ${time!.replace(/\.000$/, '').replace(/^(\d\d:\d\d):00$/, '$1')}`;
}
