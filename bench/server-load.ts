import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CONTRACT } from '../src/api/contract.js';
import { built } from './built.js';
import { askOverHttp, type HttpLoadResult } from './http-load.js';
import { measureListLoad } from './list-load.js';
import { thisMachine } from './machine.js';
import { measureServeWeight } from './serve-weight.js';

const PROJECTS = 100;
const ENDPOINTS_A_PROJECT = 100;
const CONNECTIONS = 64;
const WARM_UP_MS = 2_000;
const DURATION_MS = 5_000;
const READS_TARGET = 5_000;
const WRITES_TARGET = 1_500;
const LIST_P99_TARGET_MS = 20;
const START_TARGET_MS = 300;
const RESIDENT_TARGET_MEBIBYTES = 80;
/** Another build to measure, for a ratio; this one by default. */
const CLI = process.env['NEAP_BENCH_CLI'] ?? fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));

interface Target {
  readonly project_id: string;
  readonly endpoint_id: string;
}

/** Writes a state with ten thousand idle computes to a folder. */
async function prepare(folder: string): Promise<readonly Target[]> {
  const { Platform } = await built<typeof import('../src/platform/platform.js')>('platform/platform.js');
  const { openStateFolder } = await built<typeof import('../src/server/store/state-folder.js')>(
    'server/store/state-folder.js',
  );
  const { sameDurations } =
    await built<typeof import('../src/platform/store/options.js')>('platform/store/options.js');
  const store = await openStateFolder(folder);
  let now = Date.parse('2026-01-05T00:00:00Z');
  const platform = new Platform({
    seed: 'bench',
    operation_duration_ms: sameDurations(0),
    onChange: (changes) => store.write(changes, now),
  });
  const user = platform.signUp({ name: 'Bench', email: 'bench@neap.example' }, now);
  const { key } = platform.issueApiKey({ user_id: user.id, key_name: 'prepare' }, now);
  const caller = platform.authenticate(key, '127.0.0.1', now);
  const targets: Target[] = [];
  for (let project = 0; project < PROJECTS; project += 1) {
    const made = platform.call(
      CONTRACT.createProject,
      caller,
      { project: { name: `project-${project}` } },
      now,
    );
    const project_id = made.project.id;
    targets.push({ project_id, endpoint_id: made.endpoints[0]!.id });
    for (let count = 1; count < ENDPOINTS_A_PROJECT; count += 1) {
      // Long enough for the previous one to suspend.
      now += 400_000;
      platform.advance(now);
      const endpoint = { branch_id: made.branch.id, type: 'read_only' as const };
      const { id } = platform.call(
        CONTRACT.createProjectEndpoint,
        caller,
        { project_id, endpoint },
        now,
      ).endpoint;
      targets.push({ project_id, endpoint_id: id });
    }
  }
  platform.advance(now + 400_000);
  await store.durable();
  await store.close();
  return targets;
}

function startServer(folder: string) {
  const args = ['--port', '0', '--json', '--state', folder, '--api-key', 'new', '--rate-limits', 'off'];
  const child = spawn(process.execPath, [CLI, 'serve', ...args, '--operation-duration', '0s'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { child, line: once(child.stdout, 'data') };
}

function row(what: string, result: HttpLoadResult, target: number): string {
  const { requests_per_second, latency_p50_ms, latency_p99_ms, statuses } = result;
  const rate = Math.round(requests_per_second).toLocaleString('en');
  const verdict = requests_per_second >= target ? 'met' : 'not met';
  return (
    `| ${what} | ${rate}/s, p50 ${latency_p50_ms.toFixed(1)} ms, p99 ${latency_p99_ms.toFixed(1)} ms ` +
    `(answers ${JSON.stringify(statuses)}) | at least ${target.toLocaleString('en')}/s: ${verdict} |`
  );
}

function below(value: number, target: number, unit: string): string {
  return `below ${target} ${unit}: ${value < target ? 'met' : 'not met'}`;
}

function latencies({ latency_p50_ms, latency_p99_ms }: HttpLoadResult): string {
  return `p50 ${latency_p50_ms.toFixed(1)} ms, p99 ${latency_p99_ms.toFixed(1)} ms`;
}

/** `npm run bench:server`: the emulator under load from a second process, with durable state. */
async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'neap-bench-'));
  try {
    const targets = await prepare(folder);
    const { child, line } = startServer(folder);
    const { address, api_key } = JSON.parse(String((await line)[0])) as { address: string; api_key: string };
    const port = Number(new URL(address).port);
    let turn = 0;
    const target = () => {
      turn = (turn + 7919) % targets.length;
      return targets[turn]!;
    };
    const head = (method: string, { project_id, endpoint_id }: Target) =>
      `${method} /api/v2/projects/${project_id}/endpoints/${endpoint_id} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${api_key}\r\n`;
    const read = () => `${head('GET', target())}\r\n`;
    let size = 0;
    const write = () => {
      size = (size + 1) % 4;
      const body = JSON.stringify({ endpoint: { autoscaling_limit_max_cu: 1 + size } });
      return `${head('PATCH', target())}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    };
    const measured = async (next: () => string) => {
      await askOverHttp({ port, connections: CONNECTIONS, duration_ms: WARM_UP_MS, next });
      return askOverHttp({ port, connections: CONNECTIONS, duration_ms: DURATION_MS, next });
    };
    const reads = await measured(read);
    const writes = await measured(write);
    child.kill('SIGTERM');
    await once(child, 'exit');
    const weight = await measureServeWeight();
    const lists = await measureListLoad();
    const { node, cpu, cores } = thisMachine();
    console.log(`| ${targets.length.toLocaleString('en')} computes, durable state, ${CONNECTIONS} connections | measured | target |
|---|---|---|
${row('GET of a compute', reads, READS_TARGET)}
${row('PATCH of a compute', writes, WRITES_TARGET)}
| start of \`neap serve\` in memory, CPU time | ${weight.cpu_ms.toFixed(0)} ms | ${below(weight.cpu_ms, START_TARGET_MS, 'ms')} |
| resident memory of it | ${weight.resident_mebibytes.toFixed(0)} MiB | ${below(weight.resident_mebibytes, RESIDENT_TARGET_MEBIBYTES, 'MiB')} |
| GET of a compute during ${lists.lists_per_second.toFixed(0)} lists of ${lists.computes.toLocaleString('en')} per second | ${latencies(lists.during_lists)} (alone ${latencies(lists.alone)}) | p99 ${below(lists.during_lists.latency_p99_ms, LIST_P99_TARGET_MS, 'ms')} |

Node ${node}, ${cpu}, ${cores} cores, client and emulator on the same machine.`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
