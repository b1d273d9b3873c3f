import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readLatencies } from '../../../src/ingest/calibrate/read-latencies.js';
import { ProbeFile } from '../../../src/load/probe/probe-file.js';
import { measureWakes, type ProbedWake, ProbeGaveUp } from '../../../src/load/probe/wake-probe.js';

const WARM_MS = 20;

/** A database in virtual time that suspends when the probe waits for it. */
class SleepyDatabase {
  now_ms = 1_000_000;
  connections = 0;
  #running = false;
  #started_ms = 0;
  readonly #wakes: (number | 'never' | 'kept awake' | 'woken before')[];

  constructor(wakes: (number | 'never' | 'kept awake' | 'woken before')[]) {
    this.#wakes = wakes;
  }

  target(signal = new AbortController().signal) {
    return {
      signal,
      clock: { epochMs: () => this.now_ms, monotonicMs: () => this.now_ms },
      suspended: async () => {
        this.now_ms += 330_000;
        const [next] = this.#wakes;
        if (next === 'kept awake' || next === 'woken before') this.#wakes.shift();
        this.#running = next === 'kept awake' || next === 'woken before';
        if (next === 'woken before') this.#started_ms = this.now_ms - 60_000;
      },
      connect: async () => {
        this.connections += 1;
        const wake = this.#running ? undefined : this.connections === 1 ? 400 : this.#wakes.shift();
        if (wake === 'never') {
          this.now_ms += 60_000;
          throw new ProbeGaveUp();
        }
        if (typeof wake === 'number') {
          this.now_ms += wake;
          this.#started_ms = this.now_ms;
          this.#running = true;
        }
        this.now_ms += WARM_MS;
        return {
          started: async () => ({ age_seconds: (this.now_ms - this.#started_ms) / 1000 }),
          end: async () => undefined,
        };
      },
    };
  }
}

async function all(wakes: AsyncGenerator<ProbedWake>): Promise<readonly ProbedWake[]> {
  const found: ProbedWake[] = [];
  for await (const wake of wakes) found.push(wake);
  return found;
}

describe('a probe', () => {
  it('a probe subtracts the time of a warm connection from a wake', async () => {
    const database = new SleepyDatabase([350, 4000]);
    const found = await all(measureWakes(database.target(), 2));
    expect(
      found.map(({ latency_ms, cold_ms, warm_ms, outcome }) => [latency_ms, cold_ms, warm_ms, outcome]),
    ).toEqual([
      [350, 370, 20, 'done'],
      [4000, 4020, 20, 'done'],
    ]);
    // One that wakes it first of all, and for each wake a cold one and three warm ones.
    expect(database.connections).toBe(1 + 2 * 4);
  });

  it('a probe records no latency of a compute that was awake, and records a wake that it gave up', async () => {
    const database = new SleepyDatabase(['kept awake', 300, 'woken before', 'never', 500]);
    const found = await all(measureWakes(database.target(), 5));
    expect(found.map(({ latency_ms, outcome }) => [outcome, latency_ms])).toEqual([
      ['awake', undefined],
      ['done', 300],
      ['awake', undefined],
      ['gave_up', 60_000],
      ['done', 500],
    ]);
  });

  it('a probe ends between two wakes when it is stopped', async () => {
    const stop = new AbortController();
    const wakes = measureWakes(new SleepyDatabase([300, 300]).target(stop.signal), 2);
    expect((await wakes.next()).value).toMatchObject({ outcome: 'done' });
    stop.abort(new Error('stopped'));
    await expect(wakes.next()).rejects.toThrow('stopped');
  });
});

describe('the file of a probe', () => {
  const folder = mkdtempSync(join(tmpdir(), 'neap-probe-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const wake = { at_ms: Date.UTC(2026, 0, 5), latency_ms: 350, cold_ms: 370, warm_ms: 20, outcome: 'done' };

  it('the next probe appends to the file of a probe, and a calibration reads it', async () => {
    const path = join(folder, 'wakes.csv');
    const first = new ProbeFile(path);
    first.append(wake);
    first.append({ ...wake, latency_ms: undefined, outcome: 'awake' });
    expect(first.measured).toBe(1);
    const second = new ProbeFile(path);
    expect(second.measured).toBe(1);
    second.append({ ...wake, latency_ms: 60_000, warm_ms: undefined, outcome: 'gave_up' });
    expect(readFileSync(path, 'utf8')).toBe(
      'time,kind,latency_ms,cold_ms,warm_ms,outcome\n' +
        '2026-01-05T00:00:00.000Z,wake,350.000,370.000,20.000,done\n' +
        '2026-01-05T00:00:00.000Z,wake,,370.000,20.000,awake\n' +
        '2026-01-05T00:00:00.000Z,wake,60000.000,370.000,,gave_up\n',
    );
    const { latencies, warnings } = await readLatencies(path, undefined);
    expect(latencies).toEqual([
      { kind: 'wake', low: 0.35, high: 0.35 },
      { kind: 'wake', low: 60, high: Number.POSITIVE_INFINITY },
    ]);
    expect(warnings).toHaveLength(1);
  });

  it.each(['something else\n', 'time,kind,latency_ms,cold_ms,warm_ms,outcome\n2026-01-05T00:00'])(
    'a file that no probe has written completely is refused: %j',
    (text) => {
      const path = join(folder, 'other.csv');
      writeFileSync(path, text);
      expect(() => new ProbeFile(path)).toThrow(`${path} is not a probe's file`);
    },
  );
});
