import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runMarkdown } from '../../src/report/answers/run/run-markdown.js';
import { runPage } from '../../src/report/answers/run/run-page.js';
import { summarise } from '../../src/report/figures/summary.js';
import { fileOutput } from '../../src/report/files/file-output.js';
import { RunFiles } from '../../src/report/files/run-files.js';
import type { RunOutput } from '../../src/report/files/run-output.js';
import { workbookOutput } from '../../src/report/workbook/run-workbook.js';
import { parseScenario } from '../../src/scenario/load-scenario.js';
import type { DecisionRow, TimelineRow } from '../../src/simulation/run/observation.js';
import { simulate } from '../../src/simulation/simulation.js';
import { ShapeMeter } from '../../src/study/runs/run-shape.js';
import { runScreen } from './run-screen.js';
import { OpenedWorkbook } from './workbook/opened-workbook.js';

/** Every report of one run. */
export interface AllReports {
  /** The text of `summary.json`. */
  readonly json: string;
  readonly page: string;
  readonly workbook: OpenedWorkbook;
  readonly markdown: string;
  readonly terminal: string;
  /** The content by file name. */
  readonly csv: Readonly<Record<'computes' | 'timeline' | 'decisions', string>>;
}

/** Runs a scenario once and makes every report of it. */
export async function allReports(text: string, width = 110): Promise<AllReports> {
  const folder = mkdtempSync(join(tmpdir(), 'neap-reports-'));
  try {
    const scenario = await parseScenario(text, { file: 'app.yaml' });
    const path = (name: string) => join(folder, name);
    const outputs: readonly RunOutput[] = [
      new RunFiles(path('out'), scenario),
      runPage(path('page.html'), scenario, { file: 'app.yaml', text, command: 'neap run app.yaml' }),
      workbookOutput(path('book.xlsx'), scenario),
      fileOutput(path('comment.md'), (summary) => runMarkdown(summary)),
    ];
    const meter = new ShapeMeter(scenario);
    const observer = {
      timeline(row: TimelineRow) {
        meter.timeline(row);
        for (const output of outputs) output.timeline(row);
      },
      decision(row: DecisionRow) {
        for (const output of outputs) output.decision(row);
      },
    };
    const observations = simulate(scenario, { observer });
    const summary = summarise(scenario, observations);
    for (const output of outputs) {
      output.observed?.(observations);
      await output.commit(summary, []);
    }
    const read = (name: string) => readFileSync(path(name), 'utf8');
    return {
      json: read('out/summary.json'),
      page: read('page.html'),
      workbook: new OpenedWorkbook(readFileSync(path('book.xlsx'))),
      markdown: read('comment.md'),
      terminal: runScreen(summary, width, meter.shape),
      csv: {
        computes: read('out/computes.csv'),
        timeline: read('out/timeline.csv'),
        decisions: read('out/decisions.csv'),
      },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Each row of a CSV file as a record by its header. */
export type CsvRow = Readonly<Record<string, string>>;
