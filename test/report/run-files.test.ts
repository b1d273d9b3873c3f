import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { RunFiles } from '../../src/report/files/run-files.js';
import { summarise } from '../../src/study/run/summary.js';
import { temporaryFolder } from '../temporary-folder.js';
import { csvRows } from './all-reports.js';
import { exampleCompute, exampleObservations, exampleScenario, exampleTimelineRow } from './example-run.js';

const SCENARIO = exampleScenario();
const SUMMARY = summarise(SCENARIO, exampleObservations(exampleCompute()));

const folder = temporaryFolder();
const results = join(folder, 'results');
beforeEach(() => rmSync(results, { recursive: true, force: true }));

describe('files of a run', () => {
  it('appear together when the run is complete, and not before', () => {
    const files = new RunFiles(results, SCENARIO);
    files.timeline(exampleTimelineRow());
    expect(readdirSync(folder)).toHaveLength(1);
    expect(readdirSync(folder)[0]).toMatch(/^\.results\.partial-/);
    files.commit(SUMMARY);
    expect(readdirSync(folder)).toEqual(['results']);
    expect(readdirSync(results)).toContain('summary.json');
  });

  it('replace existing results only then, and never touch other files', () => {
    new RunFiles(results, SCENARIO).commit(SUMMARY);
    writeFileSync(join(results, 'timeline.csv'), 'before');
    writeFileSync(join(results, 'notes.txt'), 'mine');
    const files = new RunFiles(results, SCENARIO);
    files.timeline(exampleTimelineRow());
    expect(readFileSync(join(results, 'timeline.csv'), 'utf8')).toBe('before');
    files.commit(SUMMARY);
    expect(csvRows(readFileSync(join(results, 'timeline.csv'), 'utf8'))).toHaveLength(1);
    expect(readFileSync(join(results, 'notes.txt'), 'utf8')).toBe('mine');
  });

  it('are removed when the run fails', () => {
    const files = new RunFiles(results, SCENARIO);
    for (let row = 0; row < 2000; row++) files.timeline(exampleTimelineRow());
    files.discard();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('stay when discarded after they are complete', () => {
    const files = new RunFiles(results, SCENARIO);
    files.commit(SUMMARY);
    files.discard();
    expect(readdirSync(results)).toContain('summary.json');
  });
});
