// Load on `neap serve` for any length of time, and whether its memory stays flat: `npm run soak:serve -- --minutes 30`.
//
// Memory is flat once the emulator drops as much as it adds. The service keeps deleted projects for days, operations
// for months and consumption for a year. Emulated time is therefore skipped under load, and memory is judged from when
// all of that is full. `--heap DIR` writes heap snapshots from the beginning and the end of that time.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Served, ServeLoad } from './serve-load.js';

const PROGRAM = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const SAMPLE_MS = 5_000;
const WARM_UP_MS = 5_000;
/** Heap limit of the emulator, in MiB: without one, resident memory includes garbage. */
const HEAP_MEBIBYTES = 128;
const MEBIBYTE = 1_048_576;
/** On a message, collects garbage and reports live memory, after writing a heap snapshot if a file is given. */
const PROBE = `
import { writeHeapSnapshot } from 'node:v8';
process.on('message', ({ file }) => {
  if (file) writeHeapSnapshot(file);
  gc();
  process.send(process.memoryUsage());
});
process.channel.unref();`;
/** Maximum ratio of the last third to the first, for live memory and, with the collector's timing, resident memory. */
const MAX_GROWTH = { live: 1.05, resident: 1.15 } as const;

/** Memory of the emulator, in MiB. */
interface Sample {
  /** Live memory, inside and outside the heap. */
  readonly live: number;
  readonly resident: number;
}

async function sampleOf(child: ChildProcess, file?: string): Promise<Sample> {
  child.send({ file });
  const [{ heapUsed, external, rss }] = (await once(child, 'message')) as [NodeJS.MemoryUsage];
  return { live: (heapUsed + external) / MEBIBYTE, resident: rss / MEBIBYTE };
}

/** The mean of a third of the samples. */
function mean(samples: readonly Sample[], third: 0 | 1 | 2, what: keyof Sample): number {
  const bound = (count: number) => Math.round((count * samples.length) / 3);
  const part = samples.slice(bound(third), bound(third + 1));
  return part.reduce((sum, each) => sum + each[what], 0) / part.length;
}

const { values } = parseArgs({
  options: { minutes: { type: 'string' }, state: { type: 'string' }, heap: { type: 'string' } },
});
const minutes = Number(values.minutes ?? 5);
if (!(minutes > 0)) {
  process.stderr.write('usage: npm run soak:serve -- [--minutes 30] [--state DIR] [--heap DIR]\n');
  process.exit(2);
}
const heap = values.heap && resolve(values.heap);
if (heap) mkdirSync(heap, { recursive: true });
const flags = [
  `--max-old-space-size=${HEAP_MEBIBYTES}`,
  '--expose-gc',
  '--import',
  `data:text/javascript,${encodeURIComponent(PROBE)}`,
];
const args = ['serve', '--port', '0', '--json', '--rate-limits', 'off', '--operation-duration', '0s'];
const child = spawn(
  process.execPath,
  [...flags, PROGRAM, ...args, ...(values.state ? ['--state', values.state] : [])],
  { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
);
process.once('exit', () => child.kill());
const served = JSON.parse(String((await once(child.stdout!, 'data'))[0])) as Served;
const events = new AbortController();
const reader = await fetch(`${served.address}/_neap/events`, { signal: events.signal });
void reader.body?.pipeTo(new WritableStream()).catch(() => undefined);
const began_ms = performance.now();
const load = await ServeLoad.begin(served);
while (!load.isFull) await load.ask(WARM_UP_MS);
const full_seconds = (performance.now() - began_ms) / 1000;
const full_days = load.days;
process.stdout.write(
  `memory is full after ${full_seconds.toFixed(0)} s and ${full_days.toFixed(0)} emulated days\n`,
);
if (heap) await sampleOf(child, `${heap}/begin.heapsnapshot`);
const samples = [await sampleOf(child)];
const sampling = setInterval(() => void sampleOf(child).then((sample) => samples.push(sample)), SAMPLE_MS);
await load.ask(minutes * 60_000);
clearInterval(sampling);
if (heap) await sampleOf(child, `${heap}/end.heapsnapshot`);
const problems = await load.end();
events.abort();
child.kill('SIGTERM');
await once(child, 'exit');

const { statuses } = load;
const count = Object.values(statuses).reduce((sum, each) => sum + each, 0);
process.stdout.write(
  `${count.toLocaleString('en')} requests, by status ${JSON.stringify(statuses)}\n` +
    `${samples.length} samples in the ${minutes} min and ${(load.days - full_days).toFixed(0)} emulated days from then on:\n`,
);
let flat = statuses['500'] === undefined && problems.length === 0;
for (const what of ['live', 'resident'] as const) {
  const thirds = ([0, 1, 2] as const).map((third) => mean(samples, third, what));
  const growth = thirds[2]! / thirds[0]!;
  flat &&= growth <= MAX_GROWTH[what];
  const shown = thirds.map((each) => each.toFixed(1)).join(', ');
  process.stdout.write(
    `${what} memory by thirds: ${shown} MiB; the last is ${growth.toFixed(2)} times the first, at most ${MAX_GROWTH[what]} is flat\n`,
  );
}
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(flat ? 'flat\n' : 'not flat, or answers of 500\n');
process.exitCode = flat ? 0 : 1;
