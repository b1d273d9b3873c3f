import type { ForecastMonth } from '../../../study/growth/forecast-result.js';
import type { LevelUse } from '../../../study/growth/use-curve.js';
import type { Book } from '../cells/book.js';
import { cellName, columnRange, live, rangeName, type TableRows } from '../cells/live.js';
import { column, type SheetColumn, titled } from '../cells/sheet.js';
import { spreadsheetMonth } from '../cells/spreadsheet-time.js';
import { byFormula, type Check, controlTotal } from '../inputs/checks-sheet.js';
import { PLANNING, SHEETS } from '../months/planning-names.js';
import { BILL_COLUMNS, billRange } from './bills-sheet.js';
import type { ForecastModel } from './forecast-model.js';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const FIRST_LEVEL = 4;

/** Adds the sheet with what was simulated: the figures that every cost of the forecast is computed from. @returns what can be checked */
export function addForecastData(book: Book, model: ForecastModel): readonly Check[] {
  const sheet = book.sheet(SHEETS.data);
  sheet.head(
    'Data',
    'what was simulated; nothing here follows the inputs. CU-hours a day by load, replication and weekday; a load of 0 is what is used without any load that grows',
  );
  const { levels, replications, forecast } = model;
  const columns = levelColumns(replications);
  const rows = sheet.table(FIRST_LEVEL - 1, columns, levels);
  const { first, last } = rows;
  book.name(PLANNING.loads, columnRange(rows, 0, SHEETS.data));
  book.name(PLANNING.uses, rangeName([first, 1], [last, columns.length - 1], SHEETS.data));
  book.name(PLANNING.least, cellName(first + 1, 0, SHEETS.data));
  book.name(PLANNING.largest, cellName(last, 0, SHEETS.data));
  sheet.put(last + 2, 0, 'As simulated, with the inputs of the run, in US dollars', 'section');
  const months = sheet.table(last + 3, MONTH_COLUMNS, forecast.months);
  sheet.keepHead(FIRST_LEVEL);
  sheet.print(months.last, 15);
  return checksOf(model, rows, months);
}

function levelColumns(replications: number): readonly SheetColumn<LevelUse>[] {
  const ofReplication = (replication: number) =>
    WEEKDAYS.map((day, weekday) =>
      titled<LevelUse>(
        `${day}, replication ${replication + 1}`,
        'number',
        11,
        (level) => level.cu_hours_a_day[replication]![weekday],
      ),
    );
  const means = WEEKDAYS.map((day, weekday) =>
    titled<LevelUse>(`${day}, mean`, 'number', 11, ({ cu_hours_a_day }, index) => {
      const cells = cu_hours_a_day.map((_, each) => cellName(FIRST_LEVEL + index, 1 + 7 * each + weekday));
      const sum = cu_hours_a_day.reduce((total, run) => total + run[weekday]!, 0);
      return live(`AVERAGE(${cells.join(',')})`, sum / cu_hours_a_day.length);
    }),
  );
  return [
    titled<LevelUse>('Load that was simulated', 'factor', 18, ({ load_factor }) => load_factor),
    ...Array.from({ length: replications }, (_, replication) => ofReplication(replication)).flat(),
    ...means,
  ];
}

const MONTH_COLUMNS: readonly SheetColumn<ForecastMonth>[] = [
  column('month', ({ month }) => spreadsheetMonth(month), 'month_name', 18),
  titled('Mean load', 'factor', 11, ({ load_factor }) => load_factor),
  titled('CU-hours', 'number', 11, ({ cu_hours }) => cu_hours.mean),
  titled('± CU-hours', 'number', 11, ({ cu_hours }) => cu_hours.half_width),
  titled('Cost', 'usd', 11, ({ cost_usd }) => cost_usd.mean),
  titled('± cost', 'usd', 11, ({ cost_usd }) => cost_usd.half_width),
  titled('A bill is between', 'usd', 11, ({ cost_low_usd }) => cost_low_usd),
  titled('and', 'usd', 11, ({ cost_high_usd }) => cost_high_usd),
  titled('Does not grow', 'usd', 11, ({ fixed_usd }) => fixed_usd),
  titled('Grows with the load', 'usd', 11, ({ growing_usd }) => growing_usd),
  titled('Used up on', 'text', 14, ({ hours_used_up }) => hours_used_up),
  titled('what', 'text', 14, ({ cap_used_up }) => cap_used_up),
];

function checksOf(model: ForecastModel, levels: TableRows, months: TableRows): readonly Check[] {
  const { levels: all, replications, forecast } = model;
  const uses = all.map(({ cu_hours_a_day }) =>
    cu_hours_a_day.flat().reduce((total, each) => total + each, 0),
  );
  const loads = all.reduce((sum, { load_factor }) => sum + load_factor, 0);
  const stored = rangeName([levels.first, 0], [levels.last, 7 * replications], SHEETS.data);
  const column = (of: number) => columnRange(months, of, SHEETS.data);
  const costs = forecast.months.map(({ cost_usd }) => cost_usd.mean);
  const hours = forecast.months.map(({ cu_hours }) => cu_hours.mean);
  const lessOf = (of: number, simulated: number) => `SUM(${billRange(model, of)})-SUM(${column(simulated)})`;
  return [
    controlTotal('simulated use', stored, [...uses, loads]),
    controlTotal('simulated costs, USD', column(4), costs),
    controlTotal('simulated CU-hours', column(2), hours),
    byFormula('CU-hours by formula less those of the simulator', lessOf(BILL_COLUMNS.hours, 2)),
    byFormula('Cost by formula less that of the simulator, USD', lessOf(BILL_COLUMNS.cost, 4)),
    byFormula(
      'Cost that does not grow, by formula less that of the simulator, USD',
      lessOf(BILL_COLUMNS.fixed, 8),
    ),
  ];
}
