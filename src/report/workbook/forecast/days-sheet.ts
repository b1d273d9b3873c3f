import type { LevelUse } from '../../../study/growth/use-curve.js';
import { WEEKDAYS } from '../../text/iso-time.js';
import type { Book } from '../cells/book.js';
import { formula, spreadsheetTime } from '../cells/cell.js';
import { column, type SheetColumn } from '../cells/table.js';
import type { ForecastDay, ForecastModel } from './model.js';

const DAYS_NOTE =
  'every day of the forecast: its load by the growth in use, and its CU-hours by straight lines between the loads that were simulated (sheet Data)';
const DATA_NOTE =
  'what was simulated; nothing here follows the inputs. CU-hours a day by load, replication and weekday; a load of 0 is what is used without any load that grows';
/** A load that is beyond those simulated by less is one of them: they are rounded. */
const ROUNDED = 0.001;

/** Adds the sheet with a row per day: its use in each replication (`use r0`), and its mean in each case (`use c0`). */
export function addDays(book: Book, { forecast, levels, cases, days }: ForecastModel): void {
  const { replications } = forecast;
  const placed = (load: string) => formula(`MIN(MATCH(${load},simulated_loads,1),${levels.length - 1})`);
  type Column = SheetColumn<ForecastDay>;
  const columns: readonly Column[] = [
    column('day', 'Day', 'day', ({ epoch_seconds }) => spreadsheetTime(epoch_seconds), 12),
    column('bill', 'Bill', 'count', ({ bill }) => bill, 8),
    column('weekday', 'Weekday, 1 is Monday', 'count', ({ weekday }) => weekday, 11),
    column('months', 'Months of growth', 'number', ({ months }) => months, 11),
    column('load', 'Load', 'factor', formula(loadFormula('chosen_growth')), 11),
    column('place', 'Simulated level below', 'count', placed('[@load]'), 11),
    column('part', 'Part of the way to the next', 'number', formula(partFormula('[@load]', '[@place]')), 11),
    column(
      'fixed',
      'CU-hours that do not grow',
      'hours',
      formula(`INDEX(simulated_use,1,${weekdayColumn(replications)})`),
      14,
    ),
    ...Array.from({ length: replications }, (_, replication): Column => {
      const use = useFormula('[@place]', '[@part]', replication);
      const header = `CU-hours, replication ${replication + 1}`;
      return column(`use r${replication}`, header, 'hours', formula(use), 14);
    }),
    ...cases.flatMap(({ name, cell }, index): readonly Column[] => {
      const [load, place] = [`[@load c${index}]`, `[@place c${index}]`];
      const use = useFormula(place, `(${partFormula(load, place)})`, replications);
      return [
        column(`load c${index}`, `${name}: load`, 'factor', formula(loadFormula(cell)), 11),
        column(`place c${index}`, `${name}: level`, 'count', placed(load), 11),
        column(`use c${index}`, `${name}: CU-hours`, 'hours', formula(use), 14),
      ];
    }),
  ];
  book.sheet('Days', true).listing('Days', DAYS_NOTE, columns, days, 1);
}

/** The column of the simulated use for a weekday: seven each for the replications, then their means. */
function weekdayColumn(replication: number): string {
  return replication === 0 ? '[@weekday]' : `[@weekday]+${WEEKDAYS.length * replication}`;
}

/** The load of a day: never beyond the largest that was simulated. */
function loadFormula(growth: string): string {
  const load = `(1+${growth})^[@months]`;
  const least = 'least_simulated_load';
  const below = `IF(AND(${load}<${least},${load}>=${least}*${1 - ROUNDED}),${least},${load})`;
  return `IF(${load}>largest_simulated_load,largest_simulated_load,${below})`;
}

/** Whether the load that was chosen is, after some months, beyond those that were simulated, as a condition. */
export function isBeyond(months: number): string {
  const load = `(1+chosen_growth)^${months}`;
  return `OR(${load}>largest_simulated_load*${1 + ROUNDED},${load}<least_simulated_load*${1 - ROUNDED})`;
}

function partFormula(load: string, place: string): string {
  const at = (index: string) => `INDEX(simulated_loads,${index})`;
  return `(${load}-${at(place)})/(${at(`${place}+1`)}-${at(place)})`;
}

function useFormula(place: string, part: string, replication: number): string {
  const at = (index: string) => `INDEX(simulated_use,${index},${weekdayColumn(replication)})`;
  return `${at(place)}+${part}*(${at(`${place}+1`)}-${at(place)})`;
}

/** Adds the sheet with what was simulated, which every cost of the forecast is computed from. */
export function addForecastData(book: Book, { levels, forecast }: ForecastModel): void {
  const { replications } = forecast;
  const sheet = book.sheet('Data', true);
  sheet.head('Data', DATA_NOTE, 1);
  sheet.table('Levels', levelColumns(replications), levels);
  book.name('simulated_loads', 'Levels[load]');
  book.name('simulated_use', 'Levels[0 0:mean 6]');
  book.name('least_simulated_load', 'Levels[load@1]');
  book.name('largest_simulated_load', `Levels[load@${levels.length - 1}]`);
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
