import { columnOf, FIGURES } from '../../../figures/catalogue.js';
import { FIGURE_UNITS, type FigureName } from '../../../figures/run-figures.js';

/** What people call the columns that are no figures, or that a figure's label would not tell from another. */
const OTHERS: Readonly<Record<string, string>> = {
  start_time_utc: 'Start (UTC)',
  time_utc: 'Time (UTC)',
  time_seconds: 'Seconds since the start',
  start_seconds: 'From, s after the start',
  end_seconds: 'To, s after the start',
  cu: 'Size',
  cu_mean: 'Mean size',
  cost_rank: 'Place by cost',
  wakes_rank: 'Place by wakes',
  saving_rank: 'Place by saving',
  utc_offset_hours: 'Time zone, hours from UTC',
  usd_per_cu_hour: 'Price of a CU-hour, USD',
};

/** Endings that are units. */
const UNITS: readonly (readonly [RegExp, string])[] = [
  [/_usd_per_month$/, ' a month, USD'],
  [/_usd$/, ', USD'],
  [/_ms$/, ''],
  [/_seconds$/, ''],
  [/_bytes$/, ''],
  [/_utc$/, ' (UTC)'],
];

const LABELS: ReadonlyMap<string, string> = new Map(
  FIGURES.map((figure) => [columnOf(figure), figure.label]),
);

/** What people call a figure of a whole run. */
export function figureText(name: FigureName): string {
  return headerText(columnOf({ name, unit: FIGURE_UNITS[name] }));
}

/** The same with the unit, where readers would not know it. */
export function axisText(name: FigureName): string {
  return FIGURE_UNITS[name] === 'milliseconds' ? `${figureText(name)}, ms` : figureText(name);
}

/** What stands above a column for people: the label of a figure, or its name in words. */
export function headerText(key: string): string {
  const known = OTHERS[key] ?? LABELS.get(key);
  if (known !== undefined) return known;
  const [ending, unit] = UNITS.find(([each]) => each.test(key)) ?? [/$/, ''];
  const words = `${key.replace(ending, '').replaceAll('_', ' ')}${unit}`;
  return words
    .replace(/\bcu\b/g, 'CU')
    .replace(/\bcpu\b/g, 'CPU')
    .replace(/\bslo\b/g, 'SLO')
    .replace(/^./, (letter) => letter.toUpperCase());
}
