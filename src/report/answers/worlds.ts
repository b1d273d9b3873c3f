import type { FigureOverWorlds, WorldInput, WorldSpread } from '../../study/worlds/world-spread.js';
import { type Column, column } from '../document/column.js';
import { notesOn, type Part, table } from '../document/report.js';
import { counted } from '../figures/figure-text.js';

export type NamedSpread = WorldSpread & { readonly name: string };

/** Spreads of money over worlds. @param further columns behind */
export function spreadPart<Row extends NamedSpread>(
  worlds: number,
  head: string,
  rows: readonly Row[],
  further: readonly Column<Row>[] = [],
  basis = '',
): Part {
  const value = (name: 'low_5' | 'median' | 'high_95' | 'mean', text: string) =>
    column<Row>(name, text, 'usd', (row) => row[name]);
  return table<Row>({
    id: 'worlds',
    title: `Over ${counted(worlds, 'world')} drawn from the intervals${basis}`,
    short: 'Worlds',
    in: ['screen', 'markdown', 'page', 'workbook'],
    rows,
    columns: [
      { name: 'name', head, of: ({ name }) => name },
      value('low_5', '5 %'),
      value('median', 'Median'),
      value('high_95', '95 %'),
      value('mean', 'Mean'),
      ...further,
    ],
  });
}

/** Each interval with its rank correlation. @param figure what it is with @param runs of each world */
export function intervalParts(
  { inputs, chance, worlds }: Pick<FigureOverWorlds, 'inputs' | 'chance' | 'worlds'>,
  figure: string,
  runs = 'one run each',
): readonly Part[] {
  const text = (name: 'low' | 'middle' | 'high', head: string) =>
    column<WorldInput>(name, head, 'figure_text', (row) => row[name]);
  return [
    table<WorldInput>({
      id: 'intervals',
      in: ['screen', 'markdown', 'page', 'workbook'],
      rows: inputs,
      columns: [
        { name: 'interval', head: 'Interval', of: ({ path }) => path },
        text('low', 'Low'),
        text('middle', 'Middle'),
        text('high', 'High'),
        column('rank_correlation', 'Rank correlation', 'number', (row) => row.rank_correlation, {
          text: (row) => row.rank_correlation?.toFixed(2) ?? '',
        }),
      ],
      below: notesOn('drawn', [
        `drawn as a Latin hypercube, ${runs} with the same random numbers; rank correlation (Spearman) with ${figure}: nearer to 0 than ${chance.toFixed(2)} it may be chance with ${counted(worlds, 'world')}`,
      ]),
    }),
  ];
}
