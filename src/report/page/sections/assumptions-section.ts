import { getOrCreate } from '../../../kernel/get-or-create.js';
import type { Assumption } from '../../../scenario/scenario.js';
import type { Part } from '../../document/report.js';
import { CERTAINTY_RANK } from '../../figures/leading-assumptions.js';
import { type Content, html, htmlLine } from '../markup/markup.js';
import { type TableColumn, table } from '../markup/table.js';

const PAPER_ROWS = 4;

/** Assumptions with the same value from the same source. */
interface SharedAssumption extends Assumption {
  readonly names: readonly string[];
}

/** Everything the run rests on that the platform has not published, the least certain first, each with its source. */
export function assumptionsPart(assumptions: readonly Assumption[]): Part {
  const groups = new Map<string, Assumption[]>();
  for (const one of assumptions) {
    const key = JSON.stringify([one.value, one.confidence, one.set_by, one.source]);
    getOrCreate(groups, key, () => []).push(one);
  }
  const sorted = [...groups.values()]
    .map((same): SharedAssumption => ({ ...same[0]!, names: same.map(({ name }) => name) }))
    .sort((a, b) => CERTAINTY_RANK[a.confidence] - CERTAINTY_RANK[b.confidence]);
  const words = (head: string, cell: TableColumn<SharedAssumption>['cell']) => ({ head, cell, words: true });
  const columns = [
    words('Assumption', ({ names }) =>
      names.map((name, index) => [index > 0 && html`<br>`, html`<code>${name}</code>`]),
    ),
    words('Value', ({ value }) => value),
    words(
      'Confidence',
      ({ confidence }) => html`<span class="confidence ${confidence}">${confidence}</span>`,
    ),
    words('Set by', ({ set_by }) => set_by),
    words('Source', ({ source }) => linked(source)),
  ];
  const least = sorted.filter(({ confidence }) => confidence === 'low');
  const others = sorted.filter((each) => !least.includes(each));
  const rows = (caption: string, list: readonly SharedAssumption[]) =>
    table(caption, columns, list, { quiet: true, paper_rows: PAPER_ROWS });
  const content = [
    sorted.length === 0 && htmlLine`<p>None.</p>`,
    least.length > 0 && rows('Assumptions of low confidence', least),
    others.length > 0 &&
      htmlLine`<details><summary>${others.length} of higher confidence</summary>${rows('Other assumptions', others)}</details>`,
  ];
  return { kind: 'drawn', id: 'assumptions', title: 'Assumptions', appendix: true, draw: () => content };
}

/** A source with its addresses as links; they are fetched only when followed. */
function linked(source: string): Content {
  return source
    .split(/(https?:\/\/[^\s;,)]+)/)
    .map((part, index) =>
      index % 2 === 1 ? html`<a href="${part}" rel="noreferrer noopener">${part}</a>` : part,
    );
}
