import type { FigureName } from '../../../figures/run-figures.js';
import { type Candidate, type Candidates, figureAgainstCost, runWords } from '../../figures/candidate.js';
import type { Verdict } from '../../text/verdict.js';
import { styleOfFigure } from '../cells/cell-format.js';
import { figureText } from '../cells/header-text.js';
import { cellName, live } from '../cells/live.js';
import { column, type Sheet, type SheetColumn, titled } from '../cells/sheet.js';
import { putCheck } from '../inputs/checks-sheet.js';
import { moneyColumn } from '../inputs/pricing.js';
import type { CandidateColumns } from './candidates-sheet.js';

const FIRST = 7;
/** Candidates that are shown, the cheapest first. */
const MAX_SHOWN = 25;

/** Writes the first sheet: the candidates by what a month of them costs, against the first. @returns the first row below */
export function writeBest(
  sheet: Sheet,
  candidates: Candidates,
  columns: CandidateColumns,
  verdict: Verdict,
): number {
  const { list, replications, confidence, warnings } = candidates;
  for (const [at, width] of [40, 20, 16, 18, 16, 16, 30].entries()) sheet.widen(at, width);
  sheet.head(
    `${candidates.title}: ${candidates.kind}`,
    `${list.length} settings under the same load, ${runWords(candidates)}, up to ${replications} replications of each, intervals of ${confidence * 100} %`,
  );
  sheet.verdict(2, 6, verdict);
  putCheck(sheet, FIRST - 3);
  const shown = byCost(list).slice(0, MAX_SHOWN);
  const { last } = sheet.table(FIRST - 1, columnsOf(candidates, shown, columns), shown);
  const notes = [
    ...(shown.length < byCost(list).length
      ? [`the ${MAX_SHOWN} cheapest of ${byCost(list).length}; the sheet Candidates has all`]
      : []),
    'Costs follow the inputs; waits and objectives are as simulated.',
    ...warnings.map((warning) => `Warning: ${warning}`),
  ];
  sheet.keepHead(FIRST);
  return sheet.lines(last + 2, notes);
}

/** Those that were run, the cheapest first. */
function byCost(list: readonly Candidate[]): readonly Candidate[] {
  const cost = ({ figures }: Candidate) => figures.cost_usd?.mean ?? Number.POSITIVE_INFINITY;
  return list.filter(({ invalid }) => invalid === null).toSorted((a, b) => cost(a) - cost(b));
}

function columnsOf(
  { list, kind }: Candidates,
  shown: readonly Candidate[],
  columns: CandidateColumns,
): readonly SheetColumn<Candidate>[] {
  const against = figureAgainstCost(list);
  const month = (candidate: Candidate) => columns.mean(list.indexOf(candidate), 'cost_usd_per_month');
  const figures = [
    ...new Set<FigureName>([...(against === undefined ? [] : [against]), 'delayed_probability']),
  ].filter((figure) => shown.some((each) => each.figures[figure]));
  const measured = figures.map((figure) =>
    titled<Candidate>(figureText(figure), styleOfFigure(figure), 16, (each) => each.figures[figure]?.mean),
  );
  return [
    titled('Settings', 'general', 40, ({ name }) => name),
    column('remark', ({ remark }) => remark, 'text', 20),
    moneyColumn('Cost per month', 14, (candidate) => month(candidate)),
    moneyColumn('More than the cheapest', 14, (candidate, index) => {
      const own = month(candidate);
      const first = shown[0] === undefined ? undefined : month(shown[0]);
      if (own === undefined || first === undefined) return undefined;
      const cell = (row: number) => cellName(FIRST + row, 2);
      return live(`${cell(index)}-${cell(0)}`, Number(own.value) - Number(first.value));
    }),
    ...measured,
    // A comparison does not hold its variants against objectives.
    ...(kind === 'compare' ? [] : [MISSED]),
  ];
}

const MISSED = titled<Candidate>('Objectives missed', 'text', 30, ({ missed }) =>
  missed.length === 0 ? 'none' : missed.join('; '),
);
