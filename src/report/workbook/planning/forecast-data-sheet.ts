import type { ForecastMonth } from '../../../study/growth/forecast-result.js';
import type { LevelUse } from '../../../study/growth/use-curve.js';
import type { Book } from '../cells/book.js';
import { formula } from '../cells/cell.js';
import { column, keyed, type SheetColumn, type Table } from '../cells/table.js';
import { spreadsheetMonth } from '../formula/spreadsheet-time.js';
import { byFormula, type Check, controlTotal } from '../inputs/checks-sheet.js';
import { PLANNING, SHEETS } from '../months/planning-names.js';
import type { ForecastModel } from './forecast-model.js';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const TOP = 3;

/**
 * Adds the sheet with what was simulated: the figures that every cost of the forecast is computed from.
 * @param bills the table of bills, once it is there
 * @returns what can be checked
 */
export function addForecastData(book: Book, model: ForecastModel, bills: Table): readonly Check[] {
  const { levels: all, forecast } = model;
  const sheet = book.working(SHEETS.data);
  sheet.head(
    SHEETS.data,
    'what was simulated; nothing here follows the inputs. CU-hours a day by load, replication and weekday; a load of 0 is what is used without any load that grows',
  );
  const columns = levelColumns(forecast.replications);
  const levels = sheet.table(TOP, columns, all);
  book.name(PLANNING.loads, levels.range('load'));
  book.name(PLANNING.uses, levels.block('0 0', 'mean 6'));
  book.name(PLANNING.least, levels.cell(1, 'load'));
  book.name(PLANNING.largest, levels.cell(all.length - 1, 'load'));
  sheet.put(levels.last + 2, 0, 'As simulated, with the inputs of the run, in US dollars', 'section');
  const months = sheet.table(levels.last + 3, MONTH_COLUMNS, forecast.months);
  sheet.keepHead(TOP + 1);
  sheet.print(months.last, MONTH_COLUMNS.length - 1);
  return checksOf(model, levels, months, bills);
}

function levelColumns(replications: number): readonly SheetColumn<LevelUse>[] {
  const ofReplication = (replication: number) =>
    WEEKDAYS.map((day, weekday) =>
      keyed<LevelUse>(
        `${replication} ${weekday}`,
        `${day}, replication ${replication + 1}`,
        'number',
        (level) => level.cu_hours_a_day[replication]![weekday],
        13,
      ),
    );
  const means = WEEKDAYS.map((day, weekday) =>
    keyed<LevelUse>(
      `mean ${weekday}`,
      `${day}, mean`,
      'number',
      ({ cu_hours_a_day }, at) =>
        formula(`AVERAGE(${cu_hours_a_day.map((_, each) => at(`${each} ${weekday}`)).join(',')})`),
      13,
    ),
  );
  return [
    keyed<LevelUse>('load', 'Load that was simulated', 'factor', ({ load_factor }) => load_factor, 18),
    ...Array.from({ length: replications }, (_, replication) => ofReplication(replication)).flat(),
    ...means,
  ];
}

const MONTH_COLUMNS: readonly SheetColumn<ForecastMonth>[] = [
  column('month', ({ month }) => spreadsheetMonth(month), 'month_name', 18),
  keyed('load', 'Mean load', 'factor', ({ load_factor }) => load_factor, 13),
  keyed('hours', 'CU-hours', 'number', ({ cu_hours }) => cu_hours.mean, 13),
  keyed('hours ±', '± CU-hours', 'number', ({ cu_hours }) => cu_hours.half_width, 13),
  keyed('cost', 'Cost', 'usd', ({ cost_usd }) => cost_usd.mean, 13),
  keyed('cost ±', '± cost', 'usd', ({ cost_usd }) => cost_usd.half_width, 13),
  keyed('low', 'A bill is between', 'usd', ({ cost_low_usd }) => cost_low_usd, 13),
  keyed('high', 'and', 'usd', ({ cost_high_usd }) => cost_high_usd, 13),
  keyed('fixed', 'Does not grow', 'usd', ({ fixed_usd }) => fixed_usd, 13),
  keyed('growing', 'Grows with the load', 'usd', ({ growing_usd }) => growing_usd, 13),
  keyed('ends', 'Used up on', 'text', ({ hours_used_up }) => hours_used_up, 14),
  keyed('cap', 'what', 'text', ({ cap_used_up }) => cap_used_up, 24),
];

function checksOf(
  { levels: all, forecast }: ForecastModel,
  levels: Table,
  months: Table,
  bills: Table,
): readonly Check[] {
  const uses = all.map(({ load_factor, cu_hours_a_day }) =>
    cu_hours_a_day.flat().reduce((total, each) => total + each, load_factor),
  );
  const stored = levels.block('load', `${forecast.replications - 1} ${WEEKDAYS.length - 1}`);
  const costs = forecast.months.map(({ cost_usd }) => cost_usd.mean);
  const hours = forecast.months.map(({ cu_hours }) => cu_hours.mean);
  const less = (key: string) => `SUM(${bills.range(key)})-SUM(${months.range(key)})`;
  return [
    controlTotal('simulated use', stored, uses),
    controlTotal('simulated costs, USD', months.range('cost'), costs),
    controlTotal('simulated CU-hours', months.range('hours'), hours),
    byFormula('CU-hours by formula less those of the simulator', less('hours')),
    byFormula('Cost by formula less that of the simulator, USD', less('cost')),
    byFormula('Cost that does not grow, by formula less that of the simulator, USD', less('fixed')),
  ];
}
