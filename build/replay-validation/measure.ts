import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readAttempts } from '../../src/ingest/calibrate/demand/read-attempts.js';
import { meanHalfWidthMs, quantileHalfWidthMs } from '../../src/report/figures/run-intervals.js';
import { readSavedRun } from '../../src/report/figures/saved-run.js';
import { Histogram } from '../../src/statistics/histogram.js';
import { CoreWatch, otherLoad } from '../postgres-validation/machine.js';
import { whyNoServer } from '../postgres-validation/server.js';
import {
  DAYS as ALL_DAYS,
  busySeconds,
  COMPUTE_CU,
  DAY_SECONDS,
  type Day,
  dayText,
  GUESSED,
  SENT,
} from './days.js';
import { keep, type MeasuredDay, packedMoments } from './measured.js';
import { replayedFigures } from './replayed.js';
import { priorityArguments, ServedDatabase } from './served-database.js';

/**
 * Sends the days to a real server and fits the scenario to one half of them with `neap calibrate`. Stores the fit, and
 * the observations of the other half, in measurement.json and fitted.yaml.
 */
const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    wakes: { type: 'string', default: '20' },
    days: { type: 'string', default: String(ALL_DAYS.length) },
    dry: { type: 'boolean', default: false },
  },
});
/** The first days of the experiment. */
const DAYS = ALL_DAYS.slice(0, Number(values.days));
/** Sections of a day with equal numbers of queries, for intervals. */
const SECTIONS = 10;
/** Idle time skipped for a wake: more than the compute's timeout. */
const SKIPPED = '2m';
const PATIENCE_MS = 200;
/** A day is excluded if any core of the machine was stopped for longer. */
const STANDSTILL_SECONDS = 0.3;

const problem = whyNoServer();
if (problem !== undefined) console.log(`SKIPPED: nothing was measured: ${problem}`);
else await measure();

async function measure(): Promise<void> {
  const other_load = await otherLoad();
  const folder = values.out === undefined ? mkdtempSync(join(tmpdir(), 'neap-replay-')) : resolve(values.out);
  mkdirSync(folder, { recursive: true });
  const database = await ServedDatabase.start();
  const watch = new CoreWatch();
  let child: ChildProcess | undefined;
  let stopping = false;
  const stop = async (): Promise<void> => {
    stopping = true;
    if (child !== undefined && child.exitCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      await ended;
    }
    await watch.stop();
    await database.stop();
    if (values.out === undefined) rmSync(folder, { recursive: true, force: true });
  };
  for (const name of ['SIGINT', 'SIGTERM']) {
    process.on(name, () => void stop().finally(() => process.exit(130)));
  }
  /** Runs a command of neap to its end, on a separate core. */
  const neap = async (name: string, args: readonly string[]): Promise<void> => {
    const log = openSync(join(folder, `${name}.log`), 'w');
    child = spawn('chrt', [...priorityArguments('1'), ...args], {
      cwd: folder,
      env: { ...process.env, ...database.env },
      stdio: ['ignore', log, log],
    });
    const [status] = (await once(child, 'exit')) as [number | null];
    // The signal that stopped it also ends this program.
    if (stopping) return new Promise(() => undefined);
    if (status !== 0) {
      throw new Error(
        `neap ${args[0]} ended with ${status}: ${readFileSync(join(folder, `${name}.log`), 'utf8')}`,
      );
    }
  };
  try {
    await probeWakes(database, folder, neap);
    const days: MeasuredDay[] = [];
    const judged: Histogram[] = [];
    for (const day of DAYS) {
      const name = nameOf(day);
      writeFileSync(join(folder, `${day.shape}.yaml`), dayText(day.shape, SENT));
      // The speed of the machine may vary, but the work of a query must be the same every day.
      const work = days.length === 0 ? [] : ['--work-of', nameOf(DAYS[0]!)];
      const how = ['--load', ...work, '--yes', '--set', `seed=${day.seed}`, '--out', name];
      await neap(name, ['observe', `${day.shape}.yaml`, ...how]);
      const { measured, sections } = await measuredDay(day, join(folder, name), database, watch);
      days.push(measured);
      if (day.role === 'judged' && measured.left_out === undefined) judged.push(...sections);
      writeFileSync(join(folder, `${name}.json`), JSON.stringify(measured));
      console.log(JSON.stringify({ ...measured, sent: undefined }));
    }
    writeFileSync(join(folder, 'shop.yaml'), dayText('steady', GUESSED));
    const [fitted, replayed] = (['fitted', 'judged'] as const).map((role) =>
      days.filter((day) => day.role === role && day.left_out === undefined).map(nameOf),
    );
    const replays = replayed!.flatMap((name) => ['--replay', name]);
    await neap('calibrate', [
      'calibrate',
      ...fitted!,
      'wakes.csv',
      '--scenario',
      'shop.yaml',
      ...replays,
      '--out',
      'fit',
    ]);
    console.log(readFileSync(join(folder, 'calibrate.log'), 'utf8'));
    const whole = new Histogram();
    for (const section of judged) whole.merge(section);
    const { summary } = readSavedRun(join(folder, nameOf(DAYS[0]!)));
    const measurement = {
      machine: `${cpus().length} cores`,
      server_version: summary.load_sent!.server_version,
      other_load: Number(other_load.toFixed(2)),
      wakes: Number(values.wakes),
      days,
      missed: {},
      pooled: {
        mean_ms: { value: whole.mean * 1000, half_width: meanHalfWidthMs(judged) ?? null },
        p95_ms: { value: whole.quantile(0.95) * 1000, half_width: quantileHalfWidthMs(judged, 0.95) ?? null },
        cu_hours: {
          value: days.reduce(
            (sum, { role, left_out, cu_hours }) =>
              role === 'judged' && left_out === undefined ? sum + cu_hours : sum,
            0,
          ),
          half_width: null,
        },
      },
    };
    const scenario = readFileSync(join(folder, 'fit', 'scenario.yaml'), 'utf8');
    if (!values.dry) keep(measurement, scenario);
    for (const { figure, real, half_width, replayed: own, error } of await replayedFigures(
      measurement,
      scenario,
    )) {
      console.log(`${figure}: ${real} ± ${half_width ?? '-'} → ${own} (${(100 * error).toFixed(1)} %)`);
    }
  } finally {
    await stop();
  }
}

function nameOf({ shape, seed }: Day): string {
  return `${shape}-${seed}`;
}

/** Measures wakes as a user does, except that the idle time is skipped. */
async function probeWakes(
  database: ServedDatabase,
  folder: string,
  neap: (name: string, args: readonly string[]) => Promise<void>,
): Promise<void> {
  const csv = join(folder, 'wakes.csv');
  const rows = (): number => (existsSync(csv) ? readFileSync(csv, 'utf8').split('\n').length : 0);
  const args = ['--wakes', values.wakes, '--csv', 'wakes.csv', '--idle', '60s', ...database.probed, '--yes'];
  let over = false;
  const probing = neap('probe', ['probe', ...args]).finally(() => {
    over = true;
  });
  // Its result is handled below.
  probing.catch(() => undefined);
  for (let known = -1; !over; await pause(PATIENCE_MS)) {
    const now = rows();
    if (now === known) continue;
    known = now;
    // By then the probe's last connection to a running compute has ended; otherwise it waits for the idle time.
    await pause(5 * PATIENCE_MS);
    await database.skip(SKIPPED);
  }
  await probing;
}

async function measuredDay(
  day: Day,
  folder: string,
  database: ServedDatabase,
  watch: CoreWatch,
): Promise<{ readonly measured: MeasuredDay; readonly sections: readonly Histogram[] }> {
  const [, row] = readFileSync(join(folder, 'timeline.csv'), 'utf8').split('\n');
  const began_ms = Date.parse(row!.split(',')[0]!);
  const end_ms = began_ms + DAY_SECONDS * 1000;
  const { queries, cpu_asked_seconds } = (await readAttempts(folder))!;
  const all = queries
    .flatMap(({ arrived, latency }) => Array.from(arrived, (at, index) => ({ at, latency: latency[index]! })))
    .sort((a, b) => a.at - b.at);
  const sections = Array.from({ length: SECTIONS }, () => new Histogram());
  for (const [index, { latency }] of all.entries()) {
    sections[Math.floor((index * SECTIONS) / all.length)]!.add(latency);
  }
  const whole = new Histogram();
  for (const section of sections) whole.merge(section);
  const cpu_seconds = database.cpuSeconds(began_ms, end_ms);
  const standstill = watch.longestSeconds(began_ms, end_ms);
  const sent = Object.fromEntries(queries.map(({ load, arrivals }) => [load, packedMoments(arrivals)]));
  return {
    measured: {
      ...day,
      date: new Date(began_ms).toISOString().slice(0, 16).replace('T', ' '),
      queries: all.length,
      cpu_ms_per_query: (cpu_seconds * 1000) / all.length,
      cpu_asked_ms_per_query: cpu_asked_seconds! * 1000,
      utilisation: cpu_seconds / (COMPUTE_CU * busySeconds(day.shape)),
      mean_ms: whole.mean * 1000,
      p95_ms: whole.quantile(0.95) * 1000,
      cu_hours: (database.activeSeconds(began_ms, end_ms) * COMPUTE_CU) / 3600,
      ...(standstill > STANDSTILL_SECONDS && {
        left_out: `a core of the machine stood still for ${standstill.toFixed(1)} s`,
      }),
      ...(day.role === 'judged' && { sent }),
    },
    sections,
  };
}
