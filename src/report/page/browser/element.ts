/** The element of an id, which the page always has where this is called. */
export function byId<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no element "${id}"`);
  return found;
}

/** A new element with text; never HTML, for much of what is shown comes from scenarios. */
export function element(name: string, text = '', className = ''): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  if (className !== '') made.className = className;
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
  const head = table.createTHead().insertRow();
  const kind = (column: number): string => (words.has(column) ? 'words' : 'figure');
  for (const [column, text] of heads.entries()) {
    const cell = element('th', text, kind(column));
    cell.setAttribute('scope', 'col');
    head.append(cell);
  }
  const body = table.createTBody();
  for (const texts of rows) {
    const row = body.insertRow();
    for (const [column, text] of texts.entries()) {
      const cell = element(column === 0 ? 'th' : 'td', text, kind(column));
      if (column === 0) cell.setAttribute('scope', 'row');
      cell.dir = words.has(column) ? 'auto' : 'ltr';
      row.append(cell);
    }
  }
  return table;
}
