import type { Book } from '../cells/book.js';
import { addScenarios, caseColumns } from '../months/scenarios-sheet.js';
import { sumOfMonth } from './bills-sheet.js';
import { type ForecastModel, hasOtherLines } from './model.js';
import { wholeBill } from './months.js';

/** Adds the sheet with the cases of growth side by side. */
export function addForecastScenarios(book: Book, model: ForecastModel): void {
  const { cases, months } = model;
  const billed = hasOtherLines(model);
  const amounts = (of: (month: number, which: number) => string) =>
    cases.map(({ name }, which) => ({ name, of: (month: number) => of(month, which) }));
  addScenarios(book, months, {
    note: `the cost${billed ? ' of compute time' : ''} of every month by how the load grows, at the mean use of the replications`,
    title: 'Cost by month and by how the load grows',
    cases: amounts((month, which) => sumOfMonth(`cost c${which}`, month)),
    further(sheet) {
      if (billed) {
        const title = 'The same months with the other lines of their bills';
        sheet.table('WholeBills', caseColumns(amounts(wholeBill)), months, { title });
      }
    },
  });
}
