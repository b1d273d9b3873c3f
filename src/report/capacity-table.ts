import type { Capacity, LoadEstimate } from '../planner/capacity-result.js';
import { duration, number, percent } from './figure-text.js';
import { figureWithSpread } from './named-figure.js';
import { inMarkdown, markdownTable, plainTable } from './plain-table.js';
import { cut, line, type TextLine, wrapped } from './text-block.js';

/** Resources that are named: those that are pressed least say nothing. */
const RESOURCES_SHOWN = 3;

/** The load that a configuration carries, as the lines of a terminal. */
export function capacityLines(capacity: Capacity, width: number): readonly TextLine[] {
  const [head, ...rows] = tableOf(capacity, plainTable);
  return [
    line(cut(title(capacity), width), 'strong'),
    line(''),
    ...notes(capacity).flatMap(({ about, text, bad }) => wrapped(about, text, width, bad ? 'bad' : 'plain')),
    line(''),
    line(cut(head ?? '', width), 'quiet'),
    ...rows.map((row) => line(cut(row, width))),
    ...(capacity.warnings.length > 0 ? [line('')] : []),
    ...capacity.warnings.flatMap((warning) => wrapped('Warning', warning, width, 'bad')),
  ];
}

/** The same as Markdown. */
export function capacityMarkdown(capacity: Capacity): string {
  const words = notes(capacity).map(({ about, text }) => `- ${about}: ${inMarkdown(text)}`);
  const doubts = capacity.warnings.map((warning) => `- Warning: ${inMarkdown(warning)}`);
  return `${[tableOf(capacity, markdownTable), [...words, ...doubts].join('\n')].join('\n\n')}\n`;
}

function title({ scenario, start, duration_seconds, seed, replications }: Capacity): string {
  const began = start.replace('T', ' ').replace('Z', ' UTC');
  return `${scenario}: how much load it carries; ${duration(duration_seconds)} from ${began}, seed ${seed}, ${replications} replications`;
}

function tableOf<Table>(
  { objectives }: Capacity,
  draw: (head: readonly string[], rows: readonly (readonly string[])[], left: number) => Table,
): Table {
  const rows = objectives.map(({ objective, figure, factor, met, at_present, at_capacity }) => [
    objective,
    figureWithSpread(figure, at_present),
    figureWithSpread(figure, at_capacity),
    factor === null ? (met ? 'holds' : 'missed') : times(factor),
  ]);
  return draw(['objective', 'now', 'at that load', 'breaks by itself at'], rows, 1);
}

function notes(
  capacity: Capacity,
): readonly { readonly about: string; readonly text: string; readonly bad?: boolean }[] {
  const { load, why, first, binds, date, confidence, queries_per_second, queries_per_second_at_capacity } =
    capacity;
  if (load === null) return [{ about: 'Carries', text: why ?? '', bad: true }];
  const rates = `${number(queries_per_second_at_capacity ?? 0)} queries a second on average instead of ${number(queries_per_second)}`;
  return [
    {
      about: 'Carries',
      text: `${times(load.factor)} the present load (${rangeText(load, confidence)}): ${rates}`,
      bad: load.factor < 1,
    },
    { about: 'Breaks', text: first ?? '' },
    ...binds
      .filter(({ pressure }, index) => index === 0 || pressure > 0.01)
      .slice(0, RESOURCES_SHOWN)
      .map(({ resource, evidence }, index) => ({
        about: index === 0 ? 'Binds' : '',
        text: `${resource}: ${evidence}`,
      })),
    ...(date === undefined ? [] : [{ about: 'Reached', text: dateText(capacity) }]),
  ];
}

function dateText({ date, load, confidence }: Capacity): string {
  const { growth, date: day, earliest, latest } = date!;
  if (load!.factor <= 1) return 'already: the present load is beyond it';
  if (day === null) return `never, at a growth of ${growth}`;
  return `on ${day} at a growth of ${growth} (from ${earliest ?? 'never'} to ${latest ?? 'never'}, ${percent(confidence)})`;
}

function rangeText({ low, high }: LoadEstimate, confidence: number): string {
  return `${percent(confidence)} range ${number(low)} to ${number(high)}`;
}

function times(factor: number): string {
  return `${number(factor)} times`;
}
