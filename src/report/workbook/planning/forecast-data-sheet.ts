import type { ForecastMonth } from '../../../study/growth/forecast-result.js';
import type { LevelUse } from '../../../study/growth/use-curve.js';
import type { Book } from '../cells/book.js';
import { formula } from '../cells/cell.js';
import { column, namedColumn, type SheetColumn } from '../cells/table.js';
import { spreadsheetMonth } from '../formula/spreadsheet-time.js';
import { byFormula, type Check, controlTotal } from '../inputs/checks-sheet.js';
import type { ForecastModel } from './forecast-model.js';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const TOP = 3;

const NOTE =
  'what was simulated; nothing here follows the inputs. CU-hours a day by load, replication and weekday; a load of 0 is what is used without any load that grows';

/** Adds the sheet with what was simulated, which every cost of the forecast is computed from. @returns what can be checked */
export function addForecastData(book: Book, { levels, forecast }: ForecastModel): readonly Check[] {
  const { months, replications } = forecast;
  const sheet = book.working('Data');
  sheet.head('Data', NOTE);
  sheet.table('Levels', TOP, levelColumns(replications), levels);
  book.name('simulated_loads', 'Levels[load]');
  book.name('simulated_use', 'Levels[0 0:mean 6]');
  book.name('least_simulated_load', 'Levels[load@1]');
  book.name('largest_simulated_load', `Levels[load@${levels.length - 1}]`);
  const top = sheet.below;
  sheet.put(top, 0, 'As simulated, with the inputs of the run, in US dollars', 'section');
  const { last } = sheet.table('Simulated', top + 1, MONTH_COLUMNS, months);
  sheet.keepHead(TOP + 1);
  sheet.print(last, MONTH_COLUMNS.length - 1);
  const uses = levels.flatMap(({ load_factor, cu_hours_a_day }) => [load_factor, ...cu_hours_a_day.flat()]);
  const mean = (of: 'cost_usd' | 'cu_hours') => months.map((month) => month[of].mean);
  const less = (bills: string, own: string) => `SUM(Bills[${bills}])-SUM(Simulated[${own}])`;
  return [
    controlTotal('simulated use', `Levels[load:${replications - 1} ${WEEKDAYS.length - 1}]`, uses),
    controlTotal('simulated costs, USD', 'Simulated[cost]', mean('cost_usd')),
    controlTotal('simulated CU-hours', 'Simulated[hours]', mean('cu_hours')),
    byFormula('CU-hours by formula less those of the simulator', less('hours', 'hours')),
    byFormula('Cost by formula less that of the simulator, USD', less('cost', 'cost')),
    byFormula(
      'Cost that does not grow, by formula less that of the simulator, USD',
      less('cost fixed', 'fixed'),
    ),
  ];
}

function levelColumns(replications: number): readonly SheetColumn<LevelUse>[] {
  const each = Array.from({ length: replications }, (_, replication) => replication);
  const weekdays = (make: (day: string, weekday: number) => SheetColumn<LevelUse>) => WEEKDAYS.map(make);
  return [
    column('load', 'Load that was simulated', 'factor', ({ load_factor }) => load_factor, 18),
    ...each.flatMap((of) =>
      weekdays((day, weekday) =>
        column(
          `${of} ${weekday}`,
          `${day}, replication ${of + 1}`,
          'number',
          ({ cu_hours_a_day }) => cu_hours_a_day[of]![weekday],
          13,
        ),
      ),
    ),
    ...weekdays((day, weekday) => {
      const mean = `AVERAGE(${each.map((of) => `[@${of} ${weekday}]`).join(',')})`;
      return column(`mean ${weekday}`, `${day}, mean`, 'number', formula(mean), 13);
    }),
  ];
}

const MONTH_COLUMNS: readonly SheetColumn<ForecastMonth>[] = [
  namedColumn('month', ({ month }) => spreadsheetMonth(month), 'month_name', 18),
  column('load', 'Mean load', 'factor', ({ load_factor }) => load_factor, 13),
  column('hours', 'CU-hours', 'number', ({ cu_hours }) => cu_hours.mean, 13),
  column('hours ±', '± CU-hours', 'number', ({ cu_hours }) => cu_hours.half_width, 13),
  column('cost', 'Cost', 'usd', ({ cost_usd }) => cost_usd.mean, 13),
  column('cost ±', '± cost', 'usd', ({ cost_usd }) => cost_usd.half_width, 13),
  column('low', 'A bill is between', 'usd', ({ cost_low_usd }) => cost_low_usd, 13),
  column('high', 'and', 'usd', ({ cost_high_usd }) => cost_high_usd, 13),
  column('fixed', 'Does not grow', 'usd', ({ fixed_usd }) => fixed_usd, 13),
  column('growing', 'Grows with the load', 'usd', ({ growing_usd }) => growing_usd, 13),
  column('ends', 'Used up on', 'text', ({ hours_used_up }) => hours_used_up, 14),
  column('cap', 'what', 'text', ({ cap_used_up }) => cap_used_up, 24),
];
