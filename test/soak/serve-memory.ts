// Load on `neap serve` for as long as one likes, and whether its memory stays flat: `npm run soak:serve -- --minutes 30`.
//
// Memory is flat once as much is forgotten as is added. The service keeps deleted projects for seven days and operations
// for months, so emulated time is skipped as the load goes on, and memory is judged from when it is full: when eight days
// have passed and more operations were made than are kept.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { askOverHttp } from '../../bench/http-load.js';

const PROGRAM = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
/** Connections that ask without a pause, and the projects whose computes they ask about. */
const CONNECTIONS = 16;
const PROJECTS = 40;
const SAMPLE_MS = 5_000;
/** How often emulated time is skipped, and how much: retention passes in half a minute. */
const SKIP_MS = 2_000;
const SKIPPED_HOURS = 12;
/** What it takes for memory to be full: more than {@link RECOVERY_MS} and the operations that are kept in all. */
const FULL = { hours: 8 * 24, edits: 60_000 } as const;
const WARM_UP_MS = 5_000;
/** Between two projects that come and go. */
const PAUSE_MS = 100;
/** The heap of the emulator, in MiB: without a bound the collector lets garbage lie, and resident memory says little. */
const HEAP_MEBIBYTES = 128;
const MEBIBYTE = 1_048_576;
/** Collects garbage and tells what lives when it is asked to. */
const PROBE =
  "process.on('message', () => { gc(); process.send(process.memoryUsage()); }); process.channel.unref();";
/** By how much the last third may be above the first: what lives, and resident memory by the collector's timing. */
const MOST_GROWTH = { live: 1.05, resident: 1.15 } as const;
const FAULTS: readonly object[] = [
  { answer: 503, share: 0.01 },
  { answer: 'none', carried_out: true, call: 'createProjectBranch', share: 0.1 },
  { delay: '2ms', share: 0.01 },
  { operation: 'fails', share: 0.01 },
];

interface Served {
  readonly address: string;
  readonly base_url: string;
  readonly api_key: string;
}

/** What became of requests, by status; 0 for those that were cut. */
const statuses: Record<string, number> = {};

async function ask({ base_url, api_key }: Served, method: string, path: string, body?: object) {
  try {
    const answer = await fetch(`${base_url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${api_key}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    const text = await answer.text();
    // biome-ignore lint/suspicious/noExplicitAny: bodies are judged in tests
    return (answer.ok && text !== '' ? JSON.parse(text) : undefined) as any;
  } catch {
    statuses[0] = (statuses[0] ?? 0) + 1;
    return undefined;
  }
}

interface Owned {
  readonly project_id: string;
  readonly endpoint_id: string;
  readonly branch_id: string;
}

async function made(served: Served, project: object = {}): Promise<Owned> {
  for (;;) {
    const answer = await ask(served, 'POST', '/projects', { project: { name: 'soak', ...project } });
    if (answer === undefined) continue;
    return {
      project_id: answer.project.id,
      endpoint_id: answer.endpoints[0].id,
      branch_id: answer.branch.id,
    };
  }
}

/** Computes that are active through every skip, so that each edit takes an operation. */
const ALWAYS_ON = { default_endpoint_settings: { suspend_timeout_seconds: -1 } };

let edits = 0;

/** Two thirds reads, one third edits that take an operation each, over bare sockets that cost little. */
async function load(served: Served, own: readonly Owned[], duration_ms: number): Promise<void> {
  let count = 0;
  const next = (): string => {
    count += 1;
    const { project_id, endpoint_id } = own[count % own.length]!;
    const head = (method: string, path: string) =>
      `${method} /api/v2/projects/${project_id}/${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${served.api_key}\r\n`;
    if (count % 30 === 1) return `${head('GET', 'operations?limit=20')}\r\n`;
    if (count % 3 !== 0) return `${head('GET', `endpoints/${endpoint_id}`)}\r\n`;
    edits += 1;
    const body = JSON.stringify({ endpoint: { autoscaling_limit_max_cu: 1 + (count % 4) } });
    return `${head('PATCH', `endpoints/${endpoint_id}`)}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  };
  const port = Number(new URL(served.address).port);
  const loaded = await askOverHttp({ port, connections: CONNECTIONS, duration_ms, next });
  for (const [status, times] of Object.entries(loaded.statuses))
    statuses[status] = (statuses[status] ?? 0) + times;
}

/** Projects with branches and keys that come and go, one after the other. */
async function comeAndGo(served: Served): Promise<void> {
  while (!ended) {
    const { project_id, branch_id } = await made(served);
    await ask(served, 'POST', `/projects/${project_id}/branches`, { endpoints: [{ type: 'read_write' }] });
    await ask(served, 'GET', `/projects/${project_id}/branches/${branch_id}/roles`);
    const key = await ask(served, 'POST', '/api_keys', { key_name: 'soak' });
    if (key !== undefined) await ask(served, 'DELETE', `/api_keys/${key.id}`);
    await ask(served, 'DELETE', `/projects/${project_id}`);
    await pause(PAUSE_MS);
  }
}

/** Lets emulated time pass, and asks for what follows it: consumption, a snapshot, the log of requests, metrics. */
async function skipOn(served: Served, org_id: string): Promise<void> {
  const control = (path: string, body?: object) =>
    fetch(`${served.address}${path}`, body && { method: 'POST', body: JSON.stringify(body) }).then((answer) =>
      answer.text(),
    );
  while (!ended) {
    await pause(SKIP_MS);
    const { now } = JSON.parse(await control('/_neap/clock', { advance: `${SKIPPED_HOURS}h` }));
    skipped_hours += SKIPPED_HOURS;
    const from = new Date(Date.parse(now) - 20 * 86_400_000).toISOString();
    const query = new URLSearchParams({ org_id, from, to: now, granularity: 'daily', limit: '100' });
    await ask(served, 'GET', `/consumption_history/v2/projects?${query}&metrics=compute_unit_seconds`);
    await control('/_neap/snapshots', { name: 'soak' });
    await control('/_neap/requests');
    await control('/metrics');
  }
}

/** Memory of the emulator, in MiB. */
interface Sample {
  /** What lives, in the heap and beside it. */
  readonly live: number;
  readonly resident: number;
}

async function sampleOf(child: ChildProcess): Promise<Sample> {
  child.send('memory');
  const [{ heapUsed, external, rss }] = (await once(child, 'message')) as [NodeJS.MemoryUsage];
  return { live: (heapUsed + external) / MEBIBYTE, resident: rss / MEBIBYTE };
}

/** The mean of a third of the samples. */
function mean(samples: readonly Sample[], third: 0 | 1 | 2, what: keyof Sample): number {
  const bound = (count: number) => Math.round((count * samples.length) / 3);
  const part = samples.slice(bound(third), bound(third + 1));
  return part.reduce((sum, each) => sum + each[what], 0) / part.length;
}

const { values } = parseArgs({ options: { minutes: { type: 'string' }, state: { type: 'string' } } });
const minutes = Number(values.minutes ?? 5);
if (!(minutes > 0)) {
  process.stderr.write('usage: npm run soak:serve -- [--minutes 30] [--state DIR]\n');
  process.exit(2);
}
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
const served = JSON.parse(String((await once(child.stdout!, 'data'))[0])) as Served;
const { organizations } = await ask(served, 'GET', '/users/me/organizations');
const events = new AbortController();
const reader = await fetch(`${served.address}/_neap/events`, { signal: events.signal });
void reader.body?.pipeTo(new WritableStream()).catch(() => undefined);
for (const fault of FAULTS) {
  await fetch(`${served.address}/_neap/faults`, { method: 'POST', body: JSON.stringify(fault) });
}
let ended = false;
let skipped_hours = 0;
const own = await Promise.all(Array.from({ length: PROJECTS }, () => made(served, ALWAYS_ON)));
const beside = Promise.all([comeAndGo(served), skipOn(served, organizations[0].id)]);
const began_ms = performance.now();
while (edits < FULL.edits || skipped_hours < FULL.hours) await load(served, own, WARM_UP_MS);
const full_seconds = (performance.now() - began_ms) / 1000;
const samples = [await sampleOf(child)];
const sampling = setInterval(() => void sampleOf(child).then((sample) => samples.push(sample)), SAMPLE_MS);
await load(served, own, minutes * 60_000);
clearInterval(sampling);
ended = true;
await beside;
events.abort();
child.kill('SIGTERM');
await once(child, 'exit');

const count = Object.values(statuses).reduce((sum, each) => sum + each, 0);
const days = Math.round(skipped_hours / 24);
process.stdout.write(
  `${count.toLocaleString('en')} requests, by status ${JSON.stringify(statuses)}, ${days} emulated days\n` +
    `memory was full after ${full_seconds.toFixed(0)} s; in the ${minutes} min from then on, ${samples.length} samples:\n`,
);
let flat = statuses['500'] === undefined;
for (const what of ['live', 'resident'] as const) {
  const thirds = ([0, 1, 2] as const).map((third) => mean(samples, third, what));
  const growth = thirds[2]! / thirds[0]!;
  flat &&= growth <= MOST_GROWTH[what];
  const shown = thirds.map((each) => each.toFixed(0)).join(', ');
  process.stdout.write(
    `${what} memory by thirds: ${shown} MiB; the last is ${growth.toFixed(2)} times the first, at most ${MOST_GROWTH[what]} is flat\n`,
  );
}
process.stdout.write(flat ? 'flat\n' : 'not flat, or answers of 500\n');
process.exitCode = flat ? 0 : 1;
