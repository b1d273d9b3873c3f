import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { summarise } from '../../src/report/figures/summary.js';
import { RunFiles } from '../../src/report/files/run-files.js';
import { parseScenario } from '../../src/scenario/load-scenario.js';
import { simulate } from '../../src/simulation/simulation.js';
import { HAVE_SPREADSHEET } from '../programs.js';
import { EVENTFUL } from './page/made-page.js';
import { OpenedWorkbook } from './workbook/opened-workbook.js';
import { converted } from './workbook/spreadsheet-program.js';

describe.skipIf(!HAVE_SPREADSHEET)('times in tidy tables', () => {
  it('are dates in a spreadsheet that opens the table, in days since 1899-12-30', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'neap-csv-dates-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const scenario = await parseScenario(EVENTFUL, { file: 'app.yaml' });
    const files = new RunFiles(folder, scenario);
    files.commit(summarise(scenario, simulate(scenario, { observer: files })));
    const [bytes] = converted({ 'runs.csv': readFileSync(join(folder, 'runs.csv'), 'utf8') }, 'xlsx');
    const workbook = new OpenedWorkbook(bytes!);
    const [row] = workbook.table(workbook.sheets[0] ?? '', 1);
    const days = Date.parse(scenario.start) / 86_400_000 + 25_569;
    expect(Number(row!['start_utc']?.value)).toBeCloseTo(days, 6);
  });
});
