import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { ingest } from '../../../src/ingest/ingest.js';
import { TraceError } from '../../../src/workload/trace/reading/trace-error.js';
import { type KnownTable, knownTable } from './known-table.js';

/** How random tables were read; a misread table is listed with the result. */
interface Outcome {
  right: number;
  asked: number;
  readonly refused: string[];
  readonly misread: string[];
}

/** Reads random tables, and compares each result with the known one. */
export async function readRandomTables(count: number, seed: number): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'neap-random-'));
  const outcome: Outcome = { right: 0, asked: 0, refused: [], misread: [] };
  try {
    for (const [i, table] of fc.sample(knownTable, { numRuns: count, seed }).entries()) {
      const place = join(folder, String(i));
      mkdirSync(place);
      const path = join(place, table.file);
      writeFileSync(path, table.text);
      await note(table, path, outcome);
      rmSync(place, { recursive: true });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return outcome;
}

async function note(table: KnownTable, path: string, outcome: Outcome): Promise<void> {
  const about = `${table.about}\n${table.text.slice(0, 300)}`;
  try {
    const { imported } = await ingest([path], { queries_per_request: 1, vcpu: undefined });
    const { traffic } = imported.loads[0]!;
    if (traffic.kind === 'rate') throw new Error('a table is a recording');
    const [reading] = traffic.readings;
    const { kind, total, from, to, dated } = reading!;
    const is_right =
      !table.must_ask &&
      kind === table.kind &&
      isClose(total, table.total) &&
      (table.from === undefined || (dated && isClose(from, table.from))) &&
      isClose(to - from, table.duration_seconds);
    if (is_right) outcome.right += 1;
    else
      outcome.misread.push(
        `${kind} ${total} ${from} ${to - from}, not ${table.kind} ${table.total} ${table.from} ${table.duration_seconds}: ${about}`,
      );
  } catch (error) {
    if (!(error instanceof TraceError)) throw error;
    if (error.message.includes('choose one of')) outcome.asked += 1;
    else outcome.refused.push(`${error.reason}: ${about}`);
  }
}

function isClose(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(b));
}
