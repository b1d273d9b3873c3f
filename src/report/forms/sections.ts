import type { Column } from '../document/column.js';
import {
  columnsIn,
  type Fact,
  MAX_VISIBLE_ITEMS,
  type Note,
  notesBelow,
  type Part,
  rowsIn,
  type TablePart,
} from '../document/report.js';
import { counted } from '../figures/figure-text.js';
import { isWords } from '../figures/unit.js';
import type { FindingCard } from '../findings/finding-card.js';
import {
  type Content,
  html,
  htmlLine,
  type Markup,
  metMark,
  named,
  unbroken,
} from '../page/markup/markup.js';
import type { Section } from '../page/markup/section.js';
import { type TableColumn, table as tableMarkup } from '../page/markup/table.js';
import { capitalised } from '../text/verdict.js';
import { drawPlot } from './plot/draw-plot.js';
import { cellText, isName, plainValue, unitOf } from './values.js';

/** Maximum number of rows of a table on paper. */
const MAX_PAPER_ROWS = 10;
/** Longer tables can be sorted. */
const MAX_UNSORTED_ROWS = 2;
/** Longer tables can be searched. */
const MAX_UNSEARCHED_ROWS = 8;

/** Parts under their headings; one without a heading continues the section before. */
export function sectionsOf(parts: readonly Part[]): readonly Section[] {
  const sections: { -readonly [Key in keyof Section]: Section[Key] }[] = [];
  let head: Part | undefined;
  for (const part of parts) {
    if (part.title !== undefined) head = part;
    const content = contentOf(part);
    if (content === null) continue;
    const last = sections.at(-1);
    if (head === undefined && last !== undefined) last.content = [last.content, content];
    else {
      // If the part of a heading is empty, the next part begins its section.
      const { id, title = '', short = title, appendix, behind } = head ?? part;
      // Tiles and cards need no heading.
      const untitled =
        part.kind === 'cards' ||
        part.untitled === true ||
        (part.kind === 'facts' && part.facts.some(({ tile }) => tile));
      sections.push({
        id,
        title,
        short,
        content,
        untitled,
        ...(appendix && { appendix }),
        ...(behind && { behind }),
      });
      head = undefined;
    }
  }
  return sections;
}

function contentOf(part: Part): Content {
  if (part.kind === 'plot') return drawPlot(part.plot);
  if (part.kind === 'notes') return notesMarkup(part.notes);
  if (part.kind === 'facts') return part.facts.length === 0 ? null : factsMarkup(part.facts);
  if (part.kind === 'cards') {
    return part.cards.length === 0 ? null : html`<ul class="cards">${part.cards.map(cardMarkup)}</ul>`;
  }
  if (part.kind === 'drawn') return part.draw();
  const below = notesMarkup(notesBelow(part, 'page'));
  const rows = rowsIn(part, 'page');
  if (rows.length === 0) return below;
  const { searched, appendix, caption = part.title ?? '' } = part;
  const shown = tableMarkup(
    caption,
    columnsIn(part, 'page').map((column) => tableColumn(column, part)),
    rows,
    {
      quiet: part.title !== undefined || part.caption === undefined,
      sortable: rows.length > MAX_UNSORTED_ROWS,
      paper_rows: MAX_PAPER_ROWS,
      ...(searched !== undefined && rows.length > MAX_UNSEARCHED_ROWS && { searched }),
    },
  );
  const folded = html`<details><summary>${part.caption ?? counted(rows.length, 'row')}</summary>${shown}</details>`;
  return [appendix === true ? folded : shown, below];
}

/** Tiles, and the other facts in lines below them. */
function factsMarkup(facts: readonly Fact[]): Content {
  const [tiles, others] = [true, false].map((set_off) =>
    facts.filter(({ tile = false }) => tile === set_off),
  ) as [Fact[], Fact[]];
  return [
    tiles.length > 0 && htmlLine`<div class="tiles">${tiles.map(tileMarkup)}</div>`,
    others.map(
      ({ label, parts, emphasis }) =>
        htmlLine`<p class="note${emphasis === 'bad' ? ' warning' : ''}"><strong>${label}</strong>: ${unbroken(parts.join(', '))}.</p>`,
    ),
  ];
}

/** A tile shows the value and the beginning of its details; its tooltip and paper show all of them. */
function tileMarkup({ label, parts, emphasis }: Fact): Markup {
  const [first = '', ...others] = parts;
  const tip =
    others.length === 0
      ? null
      : html` data-tip="${parts.join('\n')}" tabindex="0" role="group" aria-label="${label}"`;
  return htmlLine`<div class="card${emphasis === 'bad' ? ' bad' : ''}"${tip}><p class="label">${label}</p><p class="value">${first}</p><p class="detail">${unbroken(others.join(', '))}</p></div>`;
}

/** A finding: its cost and the fix; folded behind them the message, the command and the place. */
function cardMarkup({ title, money, message, fix, command, place }: FindingCard): Markup {
  return htmlLine`<li><details><summary><b>${title}</b>${money !== undefined && html` · <b class="money">${money}</b>`}
<span>${named(`${fix === undefined ? message : capitalised(fix)}.`)}</span></summary>
${fix !== undefined && htmlLine`<p>${named(`${message}.`)}</p>`}${command !== undefined && htmlLine`<pre><code>${command}</code></pre>`}${place !== undefined && htmlLine`<p class="quiet"><a href="#source">${place}</a></p>`}</details></li>`;
}

/** A list whose first items are visible, then the other remarks. */
function notesMarkup(notes: readonly Note[]): Content {
  if (notes.length === 0) return null;
  const items = notes.filter(({ item }) => item === true);
  const list = (shown: readonly Note[]) =>
    shown.length > 0 &&
    htmlLine`<ul>${shown.map(({ text }) => html`<li>${unbroken(capitalised(text))}.</li>`)}</ul>`;
  const further = items.slice(MAX_VISIBLE_ITEMS);
  return [
    list(items.slice(0, MAX_VISIBLE_ITEMS)),
    further.length > 0 && htmlLine`<details><summary>More</summary>${list(further)}</details>`,
    notes
      .filter(({ item }) => item !== true)
      .map(
        ({ about, text }) =>
          htmlLine`<p class="note">${about !== '' && html`<strong>${about}</strong>: `}${unbroken(text)}.</p>`,
      ),
  ];
}

function tableColumn(column: Column<unknown>, { rows }: TablePart): TableColumn<unknown> {
  const cell: TableColumn<unknown>['cell'] = (row, index) => cellMarkup(column, row, index);
  const value: TableColumn<unknown>['value'] = (row, index) =>
    plainValue(unitOf(column, row), column.of(row, index));
  const words = rows.every((row) => isWords(unitOf(column, row)));
  return { head: column.head, cell, words, value: words ? undefined : value };
}

function cellMarkup(column: Column<unknown>, row: unknown, index: number): Content {
  const cell = column.of(row, index);
  const unit = unitOf(column, row);
  if (unit === 'met' && typeof cell === 'boolean') return metMark(cell);
  if (unit === 'missed') return html`<span class="misses">${cellText(column, row, index)}</span>`;
  if (isName(cell)) {
    const { name, number, tags = [] } = cell;
    return [
      number !== undefined && html`<span class="number">${number}</span> `,
      named(name),
      tags.map((tag) => html` <span class="chip ${tag.replaceAll(' ', '-')}">${tag}</span>`),
    ];
  }
  return cellText(column, row, index);
}
