import { RunningCost } from '../../src/cost/running-cost.js';
import { FIGURE_NAMES } from '../../src/figures/run-figures.js';
import { billTable } from '../../src/report/answers/bill/bill.js';
import { chargesTable } from '../../src/report/answers/bill/bill-charges.js';
import { levelsTable } from '../../src/report/answers/capacity.js';
import { comparisonTable } from '../../src/report/answers/compare/compare.js';
import { monthColumns } from '../../src/report/answers/forecast/forecast.js';
import { candidatesTable } from '../../src/report/answers/plan/candidates-table.js';
import { policiesTable } from '../../src/report/answers/policies-table.js';
import { steadyTable } from '../../src/report/answers/steady.js';
import { sweepTable } from '../../src/report/answers/sweep.js';
import type { Column } from '../../src/report/document/column.js';
import { table } from '../../src/report/document/report.js';
import { ATTEMPT_COLUMNS } from '../../src/report/files/load-files.js';
import { operationColumns } from '../../src/report/files/observed-files.js';
import {
  COMPUTES_COLUMNS,
  DISRUPTIONS_COLUMNS,
  ERRORS_COLUMNS,
  REPLICATIONS_COLUMNS,
  UNAVAILABILITY_COLUMNS,
} from '../../src/report/tables/compute-tables.js';
import { decisionColumns, LATENCY_COLUMNS, timelineColumns } from '../../src/report/tables/course-tables.js';
import {
  type DictionaryRow,
  dictionaryRows,
  type FileTable,
  reportTables,
} from '../../src/report/tables/file-table.js';
import { LOADS_COLUMNS } from '../../src/report/tables/loads-table.js';
import { RUNS_COLUMNS, type RunIdentity, withRun, withRunId } from '../../src/report/tables/run-identity.js';
import { TENANTS_COLUMNS } from '../../src/report/tables/tenants-table.js';
import type { Comparison } from '../../src/study/compare/comparison.js';
import type { Sweep } from '../../src/study/compare/sweep.js';
import type { Capacity } from '../../src/study/growth/capacity-result.js';
import type { Forecast } from '../../src/study/growth/forecast-result.js';
import type { PlanResult } from '../../src/study/plan/plan-result.js';
import type { PolicyComparison } from '../../src/study/policies/policy-comparison.js';
import type { SteadyRun } from '../../src/study/replicate/steady-result.js';
import { markdownTable } from './markdown.js';

/** A table without its rows. */
type DescribedTable = Pick<FileTable<never>, 'name' | 'columns'>;

const RUN = {} as RunIdentity;
const COST = new RunningCost(
  { name: 'scale', as_of: undefined },
  { start_epoch_seconds: 0, duration_seconds: 1 },
);
/** The result of commands whose columns depend on the request, with nothing varied. */
const NONE = {
  axes: [],
  rows: [],
  candidates: [],
  objectives: [],
  levels: [],
  months: [],
  figures: [],
  variants: [],
  events: [],
  total: {},
  growth: '0%',
};

const ofRun = <Row>(name: string, columns: readonly Column<Row>[]): DescribedTable => ({
  name,
  columns: withRunId(columns, RUN),
});

/** Every table that neap writes. */
export const TABLES: readonly DescribedTable[] = [
  { name: 'runs', columns: RUNS_COLUMNS },
  { name: 'computes', columns: withRun(COMPUTES_COLUMNS, RUN) },
  { name: 'replications', columns: withRun(REPLICATIONS_COLUMNS, RUN) },
  ofRun('timeline', timelineColumns(0, COST)),
  ofRun('decisions', decisionColumns(0)),
  ofRun('latency', LATENCY_COLUMNS),
  ofRun('errors', ERRORS_COLUMNS),
  ofRun('disruptions', DISRUPTIONS_COLUMNS),
  ofRun('unavailability', UNAVAILABILITY_COLUMNS),
  ofRun('loads', LOADS_COLUMNS),
  ofRun('tenants', TENANTS_COLUMNS),
  { name: 'operations', columns: operationColumns(0) },
  { name: 'attempts', columns: ATTEMPT_COLUMNS },
  ...reportTables([
    comparisonTable(NONE as unknown as Comparison),
    sweepTable(NONE as unknown as Sweep),
    candidatesTable(NONE as unknown as PlanResult),
    levelsTable(NONE as unknown as Capacity),
    table({ id: 'forecast', in: ['csv'], rows: [], columns: monthColumns(NONE as unknown as Forecast) }),
    policiesTable({ ...NONE, sides: [] } as unknown as PolicyComparison),
    billTable({ invoices: [] }),
    chargesTable({ tenants: [], teams: [] }),
    steadyTable({ ...NONE, warm_up: {} } as unknown as SteadyRun),
  ]),
];

/** The columns of every table; a column with the same meaning as in an earlier table is listed by name only. */
export function dictionarySections(): string {
  const known = new Map<string, DictionaryRow>();
  return TABLES.map((table) => {
    const rows = withoutFigures(dictionaryRows([table])).filter((row, _index, all) => !isHalfWidth(row, all));
    const isKnown = ({ column, meaning }: DictionaryRow) => known.get(column)?.meaning === meaning;
    const described = rows.filter((row) => !isKnown(row));
    const repeated = rows.filter(isKnown);
    const earlier = new Set(repeated.map(({ column }) => known.get(column)!.table));
    const references = [...earlier].map((name) =>
      describedEarlier(
        name,
        repeated.filter(({ column }) => known.get(column)!.table === name),
      ),
    );
    for (const row of described) if (!known.has(row.column)) known.set(row.column, row);
    return [
      `## ${table.name}.csv`,
      ...(described.length === 0
        ? []
        : [markdownTable(['column', 'meaning'], withoutStatistics(described).map(cellsOf))]),
      ...(references.length === 0 ? [] : [`As in ${references.join('; ')}.`]),
    ].join('\n\n');
  }).join('\n\n');
}

/** Whether a column is the half-width of another column of its table. */
function isHalfWidth({ column }: DictionaryRow, all: readonly DictionaryRow[]): boolean {
  return all.some((other) => column === `${other.column}_half_width`);
}

/** Lists the columns that an earlier table describes; if they are all its other columns, it says so instead. */
function describedEarlier(earlier: string, rows: readonly DictionaryRow[]): string {
  const names = rows.map(({ column }) => `\`${column}\``);
  const list = names.length > 50 ? 'every other column' : names.join(', ');
  return `${earlier}.csv: ${list}`;
}

/** Merges the mean, the quantiles and the maximum of a distribution into one row. */
function withoutStatistics(rows: readonly DictionaryRow[]): readonly DictionaryRow[] {
  const families = new Map<string, { first: DictionaryRow; statistics: string[] }>();
  for (const row of rows) {
    const [, stem, statistic] = /^(.+)_(mean|p\d+|max)_ms$/.exec(row.column) ?? [];
    const family = stem === undefined ? undefined : families.get(stem);
    if (family === undefined) {
      families.set(stem ?? row.column, {
        first: row,
        statistics: statistic === undefined ? [] : [statistic],
      });
    } else {
      family.statistics.push(statistic!);
    }
  }
  return [...families].map(([stem, { first, statistics }]) =>
    statistics.length < 2
      ? first
      : {
          ...first,
          column: `${stem}_{${statistics.join(',')}}_ms`,
          meaning: first.meaning.replace(/: [^:]*\.$/, '.'),
        },
  );
}

/** Keeps the first of a table's figure columns to represent all of them. */
function withoutFigures(rows: readonly DictionaryRow[]): readonly DictionaryRow[] {
  const half = rows.filter(({ column }) => column.endsWith('_half_width')).length;
  if (half < FIGURE_NAMES.length) return rows;
  const others = new Set(FIGURE_NAMES.slice(1).flatMap((name) => [name, `${name}_half_width`]));
  return rows.filter(({ column }) => !others.has(column as never));
}

/** Units by the suffix of a column's name. */
const UNITS_BY_SUFFIX: Readonly<Record<string, string>> = {
  _seconds: 's',
  _ms: 'ms',
  _bytes: 'bytes',
  _usd: 'USD',
  cu_hours: 'CU-hours',
};

/** The meaning of a column, with its type or unit unless it is text, a count, or its name contains the unit. */
function cellsOf({ column, type, unit, meaning }: DictionaryRow): readonly string[] {
  const isNamed = Object.entries(UNITS_BY_SUFFIX).some(
    ([suffix, usual]) => column.endsWith(suffix) && unit === usual,
  );
  const isPlain = type === 'number' ? unit === 'count' || isNamed : type === 'text';
  return [`\`${column}\``, isPlain ? meaning : `${meaning} (${type === 'number' ? unit : type})`];
}
