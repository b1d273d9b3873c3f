import { costFigure } from '../../figures/cost.js';
import { FIGURE_UNITS, type FigureName, moreIsBetter } from '../../figures/run-figures.js';
import type { Sweep, SweepRow } from '../../study/compare/sweep.js';
import type { SweepAxis } from '../../study/compare/sweep-axis.js';
import { bestItem } from '../../study/compare/tie-break.js';
import type { SourcedVariant } from '../../study/runs/scenario-source.js';
import { figureAgainstCost, flatAxes, MIN_DIFFERENCE, readAlike } from '../figures/candidate.js';
import { candidatesOfSweep } from '../figures/candidates-of.js';
import { counted, percent } from '../figures/figure-text.js';
import { type Verdict, verdictOf } from '../text/verdict.js';
import { meanWords, monthAssumption } from './figure-words.js';
import { settingName, settingsWords } from './setting-words.js';
import { commandForSettings } from './settings-command.js';

/**
 * A sweep in plain words: the cheapest combination that meets the objectives, or without objectives the cheapest and the
 * best served, between which only the reader can choose.
 * @param base the scenario that was swept; without it no command is named
 */
export function sweepVerdict(sweep: Sweep, base?: SourcedVariant): Verdict {
  const { ran, able, judged, cost, cheapest, served, flat } = standingOf(sweep);
  const worded = (row: SweepRow) => `${settingsWords(row.settings)}: ${figuresOf(row, sweep)}`;
  const basis = monthAssumption(sweep.duration_seconds);
  const scope = sweep.cost_scope === undefined ? [] : [sweep.cost_scope];
  const command = (row: SweepRow) => base && commandForSettings(row.settings, base);
  if (cheapest === undefined) {
    const [none, best] =
      ran.length === 1
        ? ['the only combination that was run misses an objective', '']
        : [`none of ${counted(ran.length, 'combination')} meets every objective`, 'the best served is '];
    return verdictOf('bad', served === undefined ? [none] : [none, `${best}${worded(served)}`, ...scope]);
  }
  if (judged) {
    const of =
      ran.length === 1
        ? 'the only combination that was run; it'
        : `the cheapest of ${counted(ran.length, 'combination')} that`;
    const words = `${worded(cheapest)}, ${of} meets every objective`;
    const doubt = cheapest.slo.length > 0 ? equallyCheap(able, cheapest, cost) : [];
    return verdictOf('good', [`set ${words}`, ...scope, ...doubt, ...basis], command(cheapest));
  }
  if (served === undefined || served === cheapest) {
    const only = ran.length === 1 ? 'the only combination that was run' : 'cheapest and best served';
    return verdictOf('neutral', [`${only}: ${worded(cheapest)}`, ...scope, ...basis], command(cheapest));
  }
  return verdictOf('neutral', [
    `cheapest: ${worded(cheapest)}`,
    ...scope,
    `best served: ${worded(served)}`,
    'no objective decides between them: add slo: to the scenario',
    ...basis,
    ...flat.map(
      ({ path }) => `${settingName(path).word} makes less than ${percent(MIN_DIFFERENCE)} of difference`,
    ),
  ]);
}

function hasSettings({ settings }: SweepRow, other: SweepRow, axes: readonly SweepAxis[]): boolean {
  return axes.every(({ path }) => settings[path] === other.settings[path]);
}

/**
 * The verdict's names of combinations: `best` for the cheapest that meets every objective; without one, `cheapest` and
 * `best served`.
 */
export function sweepRemarks(sweep: Sweep): ReadonlyMap<SweepRow, string> {
  const { judged, cheapest, served } = standingOf(sweep);
  if (cheapest === undefined) return new Map(served === undefined ? [] : [[served, 'best served']]);
  if (cheapest === served || judged) return new Map([[cheapest, 'best']]);
  return new Map([
    [cheapest, 'cheapest'],
    ...(served === undefined ? [] : [[served, 'best served'] as const]),
  ]);
}

/** The combination that costs least, of those that meet every objective, and the cost. */
export function cheapestWords(sweep: Sweep): string {
  const { cheapest, cost } = standingOf(sweep);
  if (cheapest === undefined) return 'no combination meets every objective';
  const words = meanWords(cost, cheapest.figures[cost], sweep.duration_seconds);
  return [settingsWords(cheapest.settings), ...words].join(', ');
}

/** The combinations that were run, those that meet every objective, the cheapest of these, and the best served of all. */
function standingOf(sweep: Sweep) {
  const ran = sweep.rows.filter(({ invalid }) => invalid === null);
  const able = ran.filter(({ slo }) => slo.every(({ met }) => met));
  const cost = costFigure(sweep.duration_seconds);
  const judged = ran.some(({ slo }) => slo.length > 0);
  const served_by = service(sweep);
  const figures = new Set<FigureName>([
    cost,
    served_by,
    'delayed_probability',
    'success_rate',
    ...ran.flatMap(({ slo }) => slo.map(({ objective }) => objective)),
  ]);
  const flat = flatAxes(sweep.axes, ran, [...figures]);
  const least = bestOf(able, cost);
  const effective = sweep.axes.filter((axis) => !flat.includes(axis));
  // Where a setting makes no difference, the scenario's own value stays.
  const cheapest = least && rowWithLeast(able.filter((row) => hasSettings(row, least, effective)));
  return { ran, able, judged, cost, flat, cheapest, served: bestServed(ran, served_by, cheapest, flat) };
}

/** Of combinations that are served as well as any, one where the fewest queries wait. */
function bestServed(
  ran: readonly SweepRow[],
  figure: FigureName,
  cheapest: SweepRow | undefined,
  flat: readonly SweepAxis[],
): SweepRow | undefined {
  const best = bestOf(ran, figure)?.figures[figure];
  const asGood = ran.filter(({ figures }) => {
    const own = figures[figure];
    return own && best ? readAlike(figure, own.mean, best.mean) : own === best;
  });
  const alike = cheapest === undefined ? [] : asGood.filter((row) => hasSettings(row, cheapest, flat));
  return bestOf(alike.length > 0 ? alike : asGood, 'delayed_probability');
}

function figuresOf({ figures }: SweepRow, sweep: Sweep): string {
  const named: readonly FigureName[] = [
    costFigure(sweep.duration_seconds),
    service(sweep),
    'delayed_probability',
  ];
  return [...new Set(named)]
    .flatMap((figure) => meanWords(figure, figures[figure], sweep.duration_seconds))
    .join(', ');
}

/** The figure for how well users are served. */
function service(sweep: Sweep): FigureName {
  return figureAgainstCost(candidatesOfSweep(sweep).list) ?? 'success_rate';
}

/** The best combination by a figure. */
function bestOf(rows: readonly SweepRow[], figure: FigureName): SweepRow | undefined {
  const sign = moreIsBetter(figure) ? -1 : 1;
  return rowWithLeast(rows, ({ figures }) => {
    const mean = figures[figure]?.mean;
    return mean === undefined ? Number.POSITIVE_INFINITY : sign * mean;
  });
}

/** The combination with the least value, of equal ones by the tie break: the fewest changes of the scenario first. */
function rowWithLeast(rows: readonly SweepRow[], value: (row: SweepRow) => number = () => 0) {
  const entries = rows.map((row, index) => ({ row, index, changes: row.changes ?? 0 }));
  return bestItem(entries, ({ row }) => value(row))?.row;
}

/** Others that cost the same, and others whose cost chance may explain. */
function equallyCheap(able: readonly SweepRow[], cheapest: SweepRow, cost: FigureName): readonly string[] {
  const own = cheapest.figures[cost];
  if (own === null || own === undefined || FIGURE_UNITS[cost] !== 'usd') return [];
  const same = able.filter((row) => row !== cheapest && row.figures[cost]?.mean === own.mean);
  const near = able.filter((row) => {
    const other = row.figures[cost];
    if (row === cheapest || other === null || other === undefined || other.mean === own.mean) return false;
    return other.mean - other.half_width <= own.mean + own.half_width;
  });
  return [
    ...(same.length === 0 ? [] : [`${counted(same.length, 'other')} at the same cost`]),
    ...(near.length === 0 ? [] : [`${counted(near.length, 'other')} may cost no more, given chance`]),
  ];
}
