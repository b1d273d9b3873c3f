import { element } from './element.js';

/** Makes every table that may be sorted or searched so. */
export function bringTablesToLife(): void {
  for (const place of document.querySelectorAll<HTMLElement>('.scroll')) {
    const table = place.querySelector('table');
    if (table === null) continue;
    if (place.dataset['sortable'] !== undefined) letSort(table);
    const { searched } = place.dataset;
    if (searched !== undefined) letSearch(place, table, searched);
  }
}

/** Sort key of a cell: the given value, that of the figure in it, or its text. */
function sortKey(row: HTMLTableRowElement, column: number): string {
  const cell = row.cells[column]!;
  const figure = cell.querySelector<HTMLElement>('[data-value]');
  return cell.dataset['sort'] ?? figure?.dataset['value'] ?? cell.textContent ?? '';
}

function letSort(table: HTMLTableElement): void {
  const heads = [...table.tHead!.rows[0]!.cells];
  for (const [column, head] of heads.entries()) {
    // A column of bars repeats another one.
    if (head.querySelector('.hidden') !== null) continue;
    const button = element('button', '', 'sort');
    button.setAttribute('type', 'button');
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener('click', () => {
      const next = nextOrder(head);
      for (const other of heads) other.removeAttribute('aria-sort');
      head.setAttribute('aria-sort', next);
      sortRows(table.tBodies[0]!, column, next === 'ascending' ? 1 : -1);
    });
  }
}

/** Figures begin with the largest, words with the first. */
function nextOrder(head: HTMLTableCellElement): 'ascending' | 'descending' {
  const before = head.getAttribute('aria-sort');
  if (before !== null) return before === 'ascending' ? 'descending' : 'ascending';
  return head.classList.contains('figure') ? 'descending' : 'ascending';
}

function sortRows(body: HTMLTableSectionElement, column: number, direction: 1 | -1): void {
  const rows = [...body.rows].map((row, index) => ({ row, index, value: sortKey(row, column).trim() }));
  const numeric = rows.every(({ value }) => value === '' || value === '-' || Number.isFinite(Number(value)));
  const order = new Intl.Collator('en', { numeric: true });
  rows.sort((a, b) => {
    // Missing values stay at the end in either direction.
    const [missing, other] = [isMissing(a.value), isMissing(b.value)];
    if (missing || other) return Number(missing) - Number(other) || a.index - b.index;
    const less = numeric ? Number(a.value) - Number(b.value) : order.compare(a.value, b.value);
    return direction * less || a.index - b.index;
  });
  body.append(...rows.map(({ row }) => row));
}

function isMissing(value: string): boolean {
  return value === '' || value === '-';
}

function letSearch(place: HTMLElement, table: HTMLTableElement, what: string): void {
  const rows = [...table.tBodies[0]!.rows].map((row) => ({
    row,
    text: (row.textContent ?? '').toLowerCase(),
  }));
  const label = element('label', `Search ${what} `, 'choice');
  const input = document.createElement('input');
  input.type = 'search';
  input.autocomplete = 'off';
  label.append(input);
  const status = element('span', '', 'in-view');
  status.setAttribute('role', 'status');
  const controls = element('div', '', 'controls no-print');
  controls.append(label, status);
  place.before(controls);
  const show = (): void => {
    const words = input.value
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '');
    let found = 0;
    for (const { row, text } of rows) {
      row.hidden = !words.every((word) => text.includes(word));
      if (!row.hidden) found += 1;
    }
    status.textContent =
      found === rows.length ? `${rows.length} ${what}` : `${found} of ${rows.length} ${what}`;
  };
  input.addEventListener('input', show);
  show();
}
