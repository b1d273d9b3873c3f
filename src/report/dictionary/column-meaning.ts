import { columnOf, FIGURES } from '../../figures/catalogue.js';
import type { FigureUnit } from '../../figures/figure.js';
import type { Head } from '../text/csv.js';
import { RUN_COLUMNS, SHARED_COLUMNS } from './run-columns.js';

/** What a column holds. */
export interface ColumnMeaning {
  /** Empty for words. */
  readonly unit: string;
  readonly meaning: string;
}

const UNITS: Readonly<Record<FigureUnit, string>> = {
  usd: 'USD',
  cu_hours: 'CU-hours',
  cu: 'CU',
  seconds: 's',
  milliseconds: 'ms',
  share: 'share',
  count: 'count',
  per_hour: '1/h',
  bytes: 'bytes',
};

/** Ends of headers that say the unit, the longer ones first. */
const ENDS: readonly (readonly [end: RegExp, unit: string])[] = [
  [/^usd_per_cu_hour$/, 'USD per CU-hour'],
  [/_usd_per_month$/, 'USD a month'],
  [/_per_month$/, '1/month'],
  [/_?cu_hours$/, 'CU-hours'],
  [/_?cu_seconds$/, 'CU-seconds'],
  [/_hours$/, 'h'],
  [/_usd$/, 'USD'],
  [/_seconds$/, 's'],
  [/_ms$/, 'ms'],
  [/_bytes$/, 'bytes'],
  [/(^|_)cu(_|$)/, 'CU'],
  [/^confidence$/, 'share'],
];

const OF_FIGURES: ReadonlyMap<string, ColumnMeaning> = new Map(
  FIGURES.flatMap((figure) => {
    const told = { unit: UNITS[figure.unit], meaning: figure.sentence };
    return [[columnOf(figure), told] as const, [figure.name, told] as const];
  }),
);

/**
 * What a column of a table holds.
 * @param table name of its file without the ending, such as `timeline`
 * @param column as the file has it
 * @param typed whether it holds numbers
 * @returns `undefined` for a header that is nobody's: a setting that was varied
 */
export function columnMeaning(
  table: string,
  { header, meaning: said, unit: measure = '' }: Head,
  typed: 'number' | 'text' | 'time',
): ColumnMeaning | undefined {
  const own = said === undefined ? RUN_COLUMNS[table]?.[header] : ([measure, said] as const);
  const found = own ?? (OF_FIGURES.has(header) ? undefined : SHARED_COLUMNS[header]);
  if (found !== undefined) {
    const byEnd = ENDS.find(([end]) => end.test(header))?.[1] ?? '';
    const [unit, meaning] = typeof found === 'string' ? ['', found] : found;
    return { unit: typed === 'number' ? unit || byEnd || 'count' : '', meaning };
  }
  const figure = OF_FIGURES.get(header);
  if (figure !== undefined) return typed === 'number' ? figure : { ...figure, unit: '' };
  const [, of, part] = /^(.+)_(half_width|bound)$/.exec(header) ?? [];
  const whole = of === undefined ? undefined : OF_FIGURES.get(of);
  if (whole === undefined) return undefined;
  const meaning =
    part === 'bound'
      ? `What the objective asks of \`${of}\`.`
      : `Half of the interval of the mean of \`${of}\`.`;
  return { unit: whole.unit, meaning };
}
