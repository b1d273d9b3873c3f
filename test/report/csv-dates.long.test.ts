import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HAVE_SPREADSHEET } from '../programs.js';
import { temporaryFolder } from '../temporary-folder.js';
import { EVENTFUL, pageOfRun } from './page/made-page.js';
import { OpenedWorkbook } from './workbook/opened-workbook.js';
import { converted } from './workbook/spreadsheet-program.js';

const folder = temporaryFolder();

describe.skipIf(!HAVE_SPREADSHEET)('times in tidy tables', () => {
  it('are dates in a spreadsheet that opens the table, in days since 1899-12-30', async () => {
    const { summary } = await pageOfRun(folder, EVENTFUL, 'app.yaml', '--out', join(folder, 'out'));
    const [bytes] = converted({ 'runs.csv': readFileSync(join(folder, 'out/runs.csv'), 'utf8') }, 'xlsx');
    const workbook = new OpenedWorkbook(bytes!);
    const [row] = workbook.table(workbook.sheets[0] ?? '', 1);
    const days = Date.parse(summary.start) / 86_400_000 + 25_569;
    expect(Number(row!['start_utc']?.value)).toBeCloseTo(days, 6);
  });
});
