import { FIGURE_LABELS, type FigureName } from '../../figures/run-figures.js';
import type { Sweep, SweepRow } from '../../planner/compare/sweep.js';
import { settingsName } from '../../planner/plan/plan-space.js';
import { runWords } from '../figures/candidate.js';
import { counted, percent } from '../figures/figure-text.js';
import { figureWithSpread } from '../figures/named-figure.js';
import type { Note, TextReport } from '../text/text-report.js';
import type { TextTable } from '../text/text-table.js';
import { figureWords } from '../verdict/figure-words.js';

/** Figures that the table shows unless others are named. */
export const SWEPT_FIGURES: readonly FigureName[] = [
  'cost_usd',
  'latency_p50',
  'latency_p99',
  'delayed_probability',
];

/** A sweep: a row for each combination that could be run, and the reasons why the others could not. */
export function sweepReport(sweep: Sweep, figures: readonly FigureName[]): TextReport {
  const { scenario, rows, replications } = sweep;
  const spread: Note = { about: '±', text: spreadWords(sweep) };
  return {
    title: `${scenario}: ${counted(rows.length, 'combination')}, ${runWords(sweep)}, ${replications} replications`,
    blocks: [{ table: tableOf(sweep, figures) }, { notes: [spread, ...refusals(sweep)] }],
    warnings: sweep.warnings,
  };
}

function tableOf({ axes, rows: all }: Sweep, figures: readonly FigureName[]): TextTable {
  const valid = all.filter(({ invalid }) => invalid === null);
  const judged = valid.some(({ slo }) => slo.length > 0);
  const labels = figures.map((figure) => FIGURE_LABELS[figure]);
  const head = [...axes.map(({ path }) => path), ...labels, ...(judged ? ['objectives'] : [])];
  const rows = valid.map((row) => [
    ...axes.map(({ path }) => row.settings[path] ?? ''),
    ...figures.map((figure) => figureWithSpread(figure, row.figures[figure])),
    ...(judged ? [verdict(row)] : []),
  ]);
  return { head, rows, left: axes.length };
}

function verdict({ slo }: SweepRow): string {
  const missed = slo.filter(({ met }) => !met).map(({ objective }) => figureWords(objective));
  return missed.length === 0 ? 'met' : `missed ${missed.join(', ')}`;
}

function spreadWords({ confidence, replications }: Sweep): string {
  if (replications === 1) return 'none: a single replication gives no confidence interval';
  return `half of the ${percent(confidence)} interval of the mean, over replications; every row ran with the same arrivals and demands, save where it changes them itself`;
}

/** Combinations that are not allowed, one line for each reason. */
function refusals({ rows }: Sweep): readonly Note[] {
  return rows.flatMap(({ settings, invalid }) => {
    if (invalid === null) return [];
    return [{ about: 'not allowed', text: `${settingsName(settings)}: ${invalid}` }];
  });
}
