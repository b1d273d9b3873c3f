import type { Capacity, LoadEstimate, ObjectiveCapacity } from '../../planner/growth/capacity-result.js';
import { runWords } from '../figures/candidate.js';
import { number, percent } from '../figures/figure-text.js';
import { figureWithSpread } from '../figures/named-figure.js';
import { type Note, notesOn, type TextReport } from '../text/text-report.js';
import type { TextTable } from '../text/text-table.js';
import { rangeText, timesText } from '../verdict/capacity-verdict.js';

/** Resources that are named: those that are pressed least say nothing. */
const RESOURCES_SHOWN = 3;

/** The load that a configuration carries. */
export function capacityReport(capacity: Capacity): TextReport {
  const { scenario, replications } = capacity;
  return {
    title: `${scenario}: how much load it carries; ${runWords(capacity)}, ${replications} replications`,
    blocks: [{ notes: notes(capacity) }, { table: tableOf(capacity) }],
    warnings: capacity.warnings,
  };
}

function tableOf({ objectives, verdict }: Capacity): TextTable {
  const rows = objectives.map((each) => [
    each.objective,
    figureWithSpread(each.figure, each.at_present),
    figureWithSpread(each.figure, each.at_capacity),
    failsAt(each),
  ]);
  const there = verdict === 'none' ? 'at the closest load' : 'at that load';
  return { head: ['objective', 'now', there, 'fails by itself at'], rows };
}

/** The loads at which an objective fails by itself; whether it is met now where it was not seen to change. */
export function failsAt({ least_factor: below, factor: above, met }: ObjectiveCapacity): string {
  const ends = [
    ...(below === null ? [] : [`below ${timesText(below)}`]),
    ...(above === null ? [] : [below === null ? timesText(above) : `above ${timesText(above)}`]),
  ];
  return ends.join(', ') || (met ? 'holds' : 'missed');
}

function notes(capacity: Capacity): readonly Note[] {
  const { load, least, why, verdict, binds, date } = capacity;
  if (verdict !== 'range') {
    return [{ about: 'Carries', text: why ?? '', emphasis: verdict === 'all' ? 'plain' : 'bad' }];
  }
  const missed = (load?.factor ?? 1) < 1 || (least?.factor ?? 1) > 1;
  const plain = (about: string, texts: readonly string[]) => notesOn(about, texts, { emphasis: 'plain' });
  const pressed = binds
    .filter(({ pressure }, index) => index === 0 || pressure > 0.01)
    .slice(0, RESOURCES_SHOWN);
  return [
    { about: 'Carries', text: carried(capacity), emphasis: missed ? 'bad' : 'plain' },
    ...plain('Fails first', failsFirst(capacity)),
    ...plain(
      'Bottleneck',
      pressed.map(({ resource, evidence }) => `${resource}: ${evidence}`),
    ),
    ...plain('Reached', date === undefined ? [] : [dateText(capacity)]),
    ...plain('Note', why === null ? [] : [why]),
  ];
}

function failsFirst({ first, first_below }: Capacity): readonly string[] {
  if (first !== null && first === first_below) return [`${first}, as the load grows and as it shrinks`];
  return [
    ...(first === null ? [] : [first_below === null ? first : `${first}, as the load grows`]),
    ...(first_below === null ? [] : [`${first_below}, as the load shrinks`]),
  ];
}

function carried(capacity: Capacity): string {
  const { load, least, queries_per_second: now } = capacity;
  const { queries_per_second_at_capacity: most, queries_per_second_at_least: fewest } = capacity;
  const range = (end: LoadEstimate) => rangeText(end, capacity);
  const rates = (rate: string) => `${rate} queries a second on average instead of ${number(now)}`;
  if (least === null) {
    return `${timesText(load!.factor)} the present load (${range(load!)}): ${rates(number(most ?? 0))}`;
  }
  if (load === null) {
    return `${timesText(least.factor)} the present load and more (${range(least)}): ${rates(`${number(fewest ?? 0)} or more`)}`;
  }
  return `from ${number(least.factor)} to ${timesText(load.factor)} the present load (${range(least)}; ${range(load)}): ${rates(`${number(fewest ?? 0)} to ${number(most ?? 0)}`)}`;
}

/** When the load is large enough, and when too large, where it is known how it grows. */
export function dateText({ date, load, confidence }: Capacity): string {
  const { growth, date: day, earliest, latest, met_from } = date!;
  const from = met_from === null ? '' : `large enough from ${met_from}; `;
  if (load === null) return `${from}no load that is too large was found`;
  if (load.factor <= 1) return 'already: the present load is beyond it';
  if (day === null) return `${from}never, at a growth of ${growth}`;
  return `${from}on ${day} at a growth of ${growth} (from ${earliest ?? 'never'} to ${latest ?? 'never'}, ${percent(confidence)})`;
}
