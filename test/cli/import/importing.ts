import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { loadScenario } from '../../../src/scenario/load-scenario.js';
import type { Scenario } from '../../../src/scenario/scenario.js';
import { simulate } from '../../../src/simulation/simulation.js';
import { called } from '../command.js';

/** A folder for the files of one test file; shared by the files of one worker. */
export const folder = mkdtempSync(join(tmpdir(), 'neap-import-'));
/** Called by each test file: removes its files after its tests. */
export function cleanUp(): void {
  // The files of a worker share this module, one after the other.
  beforeAll(() => void mkdirSync(folder, { recursive: true }));
  afterAll(() => rmSync(folder, { recursive: true }));
}

let written = 0;
/** Path of a new file. */
export function write(content: string | Uint8Array): string {
  mkdirSync(folder, { recursive: true });
  written += 1;
  const file = join(folder, `export-${written}`);
  writeFileSync(file, content);
  return file;
}

/** Files and output of an import. */
export interface Imported {
  readonly scenario: Scenario;
  readonly text: string;
  readonly stdout: string;
}

/** Imports files, then loads and runs the written scenario. */
export async function imported(
  source: string,
  contents: readonly (string | Uint8Array)[],
  ...args: readonly string[]
): Promise<Imported> {
  written += 1;
  const file = join(folder, `scenario-${written}.yaml`);
  const { status, stdout, stderr } = await called([
    'import',
    source,
    ...contents.map(write),
    '--write',
    file,
    ...args,
  ]);
  if (status !== 0) throw new Error(stderr);
  const scenario = await loadScenario(file);
  expect(scenario.warnings).toEqual([]);
  const observations = simulate(scenario);
  expect(observations.computes[0]!.completed).toBeGreaterThan(0);
  return { scenario, text: readFileSync(file, 'utf8'), stdout };
}

/** The message of a refused import; nothing is written. */
export async function refusal(
  source: string,
  contents: readonly string[],
  ...args: readonly string[]
): Promise<string> {
  const file = join(folder, 'refused.yaml');
  const before = readdirSync(folder).length + contents.length;
  const { status, stdout, stderr } = await called([
    'import',
    source,
    ...contents.map(write),
    '--write',
    file,
    ...args,
  ]);
  expect([status, stdout]).toEqual([2, '']);
  expect(readdirSync(folder)).toHaveLength(before);
  return stderr;
}

/** The start of the known load. */
export const START = '2026-01-05T00:00:00Z';
const processOf = ({ scenario }: Imported) => scenario.load[0]!.process;

/** Arrivals in seconds from the start of the run. */
export function arrivals(of: Imported): readonly number[] {
  const process = processOf(of);
  if (process.kind !== 'arrivals') throw new Error(process.kind);
  expect(of.scenario.start).toBe(START);
  return [...process.times_seconds].map((time) => Number(time.toFixed(6)));
}

/** Counts per second or minute of the run. */
export function counts(of: Imported): Record<number, number> {
  const process = processOf(of);
  if (process.kind !== 'counts') throw new Error(process.kind);
  return Object.fromEntries(
    [...process.starts_seconds]
      .map((start, i) => [start, process.counts[i]!])
      .filter(([, count]) => count !== 0),
  );
}

/** Busy vCPU by the second at which each interval of a level starts; idle intervals are left out. */
export function level(of: Imported): Record<number, number> {
  const process = processOf(of);
  if (process.kind !== 'poisson' || process.rate.kind !== 'series') throw new Error(process.kind);
  const cpu = of.scenario.load[0]!.query.cpu_seconds;
  if (cpu.kind !== 'constant') throw new Error(cpu.kind);
  const { starts_seconds, per_second } = process.rate;
  return Object.fromEntries(
    [...starts_seconds].flatMap((start, i) =>
      per_second[i] === 0 ? [] : [[start, Number((per_second[i]! * cpu.value).toFixed(6))]],
    ),
  );
}
