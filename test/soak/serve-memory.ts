// Load on `neap serve` for as long as one likes, and whether its memory stays flat: `npm run soak:serve -- --minutes 30`.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { askOverHttp, type HttpLoadResult } from '../../bench/http-load.js';

const PROGRAM = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
/** Connections that ask without a pause, and the projects whose computes they ask about. */
const CONNECTIONS = 16;
const PROJECTS = 40;
const SAMPLE_MS = 1_000;
/** Between two projects that come and go. */
const PAUSE_MS = 100;
/**
 * The heap of the emulator, in MiB: without a bound the collector lets garbage lie, and resident memory says little. What
 * lives is less than a third of it; whoever leaks ends by running out.
 */
const HEAP_MEBIBYTES = 128;
/** At the end resident memory may be this much above that of the first half, by the collector's timing. */
const MOST_GROWTH = 1.15;
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

async function made(served: Served): Promise<Owned> {
  for (;;) {
    const answer = await ask(served, 'POST', '/projects', { project: { name: 'soak' } });
    if (answer === undefined) continue;
    return {
      project_id: answer.project.id,
      endpoint_id: answer.endpoints[0].id,
      branch_id: answer.branch.id,
    };
  }
}

/** Two thirds reads, one third edits that take an operation each, over bare sockets that cost little. */
function load(served: Served, own: readonly Owned[], duration_ms: number): Promise<HttpLoadResult> {
  let count = 0;
  const next = (): string => {
    count += 1;
    const { project_id, endpoint_id } = own[count % own.length]!;
    const head = (method: string, path: string) =>
      `${method} /api/v2/projects/${project_id}/${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${served.api_key}\r\n`;
    if (count % 30 === 1) return `${head('GET', 'operations?limit=20')}\r\n`;
    if (count % 3 !== 0) return `${head('GET', `endpoints/${endpoint_id}`)}\r\n`;
    const body = JSON.stringify({ endpoint: { autoscaling_limit_max_cu: 1 + (count % 4) } });
    return `${head('PATCH', `endpoints/${endpoint_id}`)}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  };
  const port = Number(new URL(served.address).port);
  return askOverHttp({ port, connections: CONNECTIONS, duration_ms, next });
}

/** Projects with branches and keys that come and go, one after the other. */
async function comeAndGo(served: Served, until_ms: number): Promise<void> {
  while (performance.now() < until_ms) {
    const { project_id, branch_id } = await made(served);
    await ask(served, 'POST', `/projects/${project_id}/branches`, { endpoints: [{ type: 'read_write' }] });
    await ask(served, 'GET', `/projects/${project_id}/branches/${branch_id}/roles`);
    const key = await ask(served, 'POST', '/api_keys', { key_name: 'soak' });
    if (key !== undefined) await ask(served, 'DELETE', `/api_keys/${key.id}`);
    await ask(served, 'DELETE', `/projects/${project_id}`);
    await pause(PAUSE_MS);
  }
}

function residentMebibytes({ pid }: ChildProcess): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024;
}

/** The mean of a stretch of samples, from one share of them to another. */
function mean(samples: readonly number[], from: number, to: number): number {
  const part = samples.slice(Math.floor(from * samples.length), Math.ceil(to * samples.length));
  return part.reduce((sum, each) => sum + each, 0) / part.length;
}

const { values } = parseArgs({ options: { minutes: { type: 'string' }, state: { type: 'string' } } });
const minutes = Number(values.minutes ?? 5);
if (!(minutes > 0)) {
  process.stderr.write('usage: npm run soak:serve -- [--minutes 30] [--state DIR]\n');
  process.exit(2);
}
const args = ['serve', '--port', '0', '--json', '--rate-limits', 'off', '--operation-duration', '0s'];
const child = spawn(
  process.execPath,
  [PROGRAM, ...args, ...(values.state ? ['--state', values.state] : [])],
  {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: `--max-old-space-size=${HEAP_MEBIBYTES}` },
  },
);
const served = JSON.parse(String((await once(child.stdout, 'data'))[0])) as Served;
for (const fault of FAULTS) {
  await fetch(`${served.address}/_neap/faults`, { method: 'POST', body: JSON.stringify(fault) });
}
const began_ms = performance.now();
const samples: number[] = [];
const sampling = setInterval(() => samples.push(residentMebibytes(child)), SAMPLE_MS);
const until_ms = began_ms + minutes * 60_000;
const own = await Promise.all(Array.from({ length: PROJECTS }, () => made(served)));
const [loaded] = await Promise.all([
  load(served, own, until_ms - performance.now()),
  comeAndGo(served, until_ms),
]);
for (const [status, times] of Object.entries(loaded.statuses))
  statuses[status] = (statuses[status] ?? 0) + times;
clearInterval(sampling);
child.kill('SIGTERM');
await once(child, 'exit');

const count = Object.values(statuses).reduce((sum, each) => sum + each, 0);
process.stdout.write(
  `${count.toLocaleString('en')} requests in ${minutes} min, by status ${JSON.stringify(statuses)}\n`,
);
for (const [from, to] of [
  [0, 0.02],
  [0.3, 0.45],
  [0.55, 0.65],
  [0.9, 1],
] as const) {
  const what = `${Math.round(from * 100)} to ${Math.round(to * 100)} %`.padEnd(12);
  process.stdout.write(`resident memory, ${what} of the time: ${mean(samples, from, to).toFixed(0)} MiB\n`);
}
const growth = mean(samples, 0.9, 1) / mean(samples, 0.3, 0.45);
const flat = growth <= MOST_GROWTH && statuses['500'] === undefined;
process.stdout.write(
  `the end is ${growth.toFixed(2)} times that of the first half: ${flat ? 'flat' : 'not flat, or answers of 500'}\n`,
);
process.exitCode = flat ? 0 : 1;
