import type { FigureName } from '../planner/run-figures.js';
import type { Sweep, SweepRow } from '../planner/sweep.js';
import { duration, percent } from './figure-text.js';
import { figureWithSpread } from './named-figure.js';
import { markdownTable, plainTable } from './plain-table.js';
import { columns as columnsOf, cut, line, type TextLine, wrapped } from './text-block.js';

/** Figures that the table shows unless others are named. */
export const SWEPT_FIGURES: readonly FigureName[] = [
  'cost_usd',
  'latency_p50',
  'latency_p99',
  'delayed_probability',
];

/**
 * A sweep as the lines of a terminal: a row for each combination that could be run, and the reasons why the others
 * could not. Figures that do not fit are left out from the right, and named.
 */
export function sweepLines(sweep: Sweep, figures: readonly FigureName[], width: number): readonly TextLine[] {
  let shown = figures;
  let table = tableOf(sweep, shown, plainTable);
  while (shown.length > 1 && table.some((text) => columnsOf(text) > width)) {
    shown = shown.slice(0, -1);
    table = tableOf(sweep, shown, plainTable);
  }
  const hidden = figures.slice(shown.length);
  const [head, ...rows] = table;
  return [
    line(cut(title(sweep), width), 'strong'),
    line(''),
    line(cut(head ?? '', width), 'quiet'),
    ...rows.map((row) => line(cut(row, width))),
    line(''),
    ...wrapped('±', spreadWords(sweep), width, 'quiet'),
    ...(hidden.length > 0 ? wrapped('no room for', hidden.join('; '), width, 'quiet') : []),
    ...refusals(sweep).flatMap(({ settings, reason }) =>
      wrapped('not allowed', `${settings}: ${reason}`, width, 'quiet'),
    ),
    ...sweep.warnings.flatMap((warning) => wrapped('Warning', warning, width, 'bad')),
  ];
}

/** A sweep as Markdown. */
export function sweepMarkdown(sweep: Sweep, figures: readonly FigureName[]): string {
  const refused = refusals(sweep).map(({ settings, reason }) => `- not allowed: ${settings}: ${reason}`);
  const parts = [tableOf(sweep, figures, markdownTable), `±: ${spreadWords(sweep)}.`];
  return `${[...parts, ...(refused.length > 0 ? [refused.join('\n')] : [])].join('\n\n')}\n`;
}

function title({ scenario, start, duration_seconds, seed, rows, replications }: Sweep): string {
  const began = start.replace('T', ' ').replace('Z', ' UTC');
  return `${scenario}: ${rows.length} combinations, ${duration(duration_seconds)} from ${began}, seed ${seed}, ${replications} replications`;
}

function tableOf<Table>(
  sweep: Sweep,
  figures: readonly FigureName[],
  draw: (head: readonly string[], rows: readonly (readonly string[])[], left: number) => Table,
): Table {
  const { axes } = sweep;
  const valid = sweep.rows.filter(({ invalid }) => invalid === null);
  const judged = valid.some(({ slo }) => slo.length > 0);
  const head = [...axes.map(({ path }) => path), ...figures, ...(judged ? ['objectives'] : [])];
  const rows = valid.map((row) => [
    ...axes.map(({ path }) => row.settings[path] ?? ''),
    ...figures.map((figure) => figureWithSpread(figure, row.figures[figure])),
    ...(judged ? [verdict(row)] : []),
  ]);
  return draw(head, rows, axes.length);
}

function verdict({ slo }: SweepRow): string {
  const missed = slo.filter(({ met }) => !met).map(({ objective }) => objective);
  return missed.length === 0 ? 'met' : `missed ${missed.join(', ')}`;
}

function spreadWords({ confidence, replications }: Sweep): string {
  if (replications === 1) return 'none: a single replication says nothing about how sure its figures are';
  return `half of the ${percent(confidence)} interval of the mean, over replications; every row has met the same arrivals with the same demands`;
}

/** Combinations that are not allowed, one line for each reason. */
function refusals({ rows }: Sweep): readonly { readonly settings: string; readonly reason: string }[] {
  return rows.flatMap(({ settings, invalid }) => {
    if (invalid === null) return [];
    const words = Object.entries(settings).map(([path, value]) => `${path}=${value}`);
    return [{ settings: words.join(' '), reason: invalid }];
  });
}
