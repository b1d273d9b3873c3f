import type { BillOverWorlds } from '../../study/worlds/bill-worlds.js';
import type { FigureOverWorlds, WorldSpread } from '../../study/worlds/world-spread.js';
import { counted, money } from '../figures/figure-text.js';
import type { Note, ReportBlock } from '../text/text-report.js';
import { spreadWords } from '../verdict/worlds-words.js';

/** The bill over worlds: what it comes to, line by line, and which interval has most to do with it. */
export function billWorldsBlocks(bill: BillOverWorlds): readonly ReportBlock[] {
  const { worlds, spread, middle_usd, lines } = bill;
  const row = (label: string, each: WorldSpread) => [label, ...spreadCells(each)];
  return [
    {
      title: `Over ${counted(worlds, 'world')} drawn from the intervals, a month of 730 h`,
      table: {
        head: ['item', ...SPREAD_HEAD],
        rows: [...lines.map((line) => row(line.label, line)), row('Total', spread)],
      },
      notes: [
        {
          about: 'answer',
          text: `${spreadWords(bill, 'a month')}; ${money(middle_usd)} in the middle world, which is the bill above`,
          emphasis: 'strong',
        },
      ],
    },
    inputsBlock(bill, 'the bill'),
  ];
}

/** Headings of {@link spreadCells}. */
export const SPREAD_HEAD = ['5 %', 'median', '95 %', 'mean'] as const;

/** A spread of money as cells. */
export function spreadCells({ low_5, median, high_95, mean }: WorldSpread): readonly string[] {
  return [money(low_5), money(median), money(high_95), money(mean)];
}

/** Each interval with its rank correlation. @param figure what it is with @param runs of each world */
export function inputsBlock(
  { inputs, chance, worlds }: Pick<FigureOverWorlds, 'inputs' | 'chance' | 'worlds'>,
  figure: string,
  runs = 'one run each',
): ReportBlock {
  const note: Note = {
    about: 'drawn',
    text: `drawn as a Latin hypercube, ${runs} with the same random numbers; rank correlation (Spearman) with ${figure}: nearer to 0 than ${chance.toFixed(2)} it may be chance with ${counted(worlds, 'world')}`,
  };
  return {
    table: {
      head: ['interval', 'low', 'middle', 'high', 'rank correlation'],
      rows: inputs.map(({ path, low, middle, high, rank_correlation }) => [
        path,
        low,
        middle,
        high,
        rank_correlation === null ? '' : rank_correlation.toFixed(2),
      ]),
    },
    notes: [note],
  };
}
