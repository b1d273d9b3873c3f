import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { fileURLToPath } from 'node:url';
import { askOverHttp, type HttpLoadResult } from './http-load.js';

const CLI = process.env['NEAP_BENCH_CLI'] ?? fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const ENDPOINTS = 10_000;
const READERS = 2;
const CONNECTIONS = 8;
const WARM_UP_MS = 1_000;
const DURATION_MS = 5_000;

/** Results of single reads, alone and while long lists are read. */
export interface ListLoadResult {
  readonly computes: number;
  /** GET of one compute while no lists are read. */
  readonly alone: HttpLoadResult;
  /** The same while lists of all computes are read without a pause. */
  readonly during_lists: HttpLoadResult;
  readonly lists_per_second: number;
}

/** Reads single computes of a project with ten thousand, alone and while the whole list is read. */
export async function measureListLoad(): Promise<ListLoadResult> {
  const args = ['--port', '0', '--json', '--rate-limits', 'off', '--operation-duration', '0s'];
  const child = spawn(process.execPath, [CLI, 'serve', ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const line = String((await once(child.stdout, 'data'))[0]);
    const { base_url, api_key } = JSON.parse(line) as { base_url: string; api_key: string };
    const headers = { Authorization: `Bearer ${api_key}` };
    const post = async (path: string, body: object) => {
      const answer = await fetch(`${base_url}${path}`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      // biome-ignore lint/suspicious/noExplicitAny: two attributes of two answers
      return (await answer.json()) as any;
    };
    const { project, branch, endpoints } = await post('/projects', { project: { name: 'large' } });
    const path = `/projects/${project.id}/endpoints`;
    let left = ENDPOINTS - 1;
    const create = async () => {
      while (left-- > 0)
        await post(path, { endpoint: { branch_id: branch.id, type: 'read_only', disabled: true } });
    };
    await Promise.all(Array.from({ length: 16 }, create));
    const { port, pathname } = new URL(`${base_url}${path}/${endpoints[0].id}`);
    const request = `GET ${pathname} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${api_key}\r\n\r\n`;
    const measured = (duration_ms: number) =>
      askOverHttp({ port: Number(port), connections: CONNECTIONS, duration_ms, next: () => request });
    await measured(WARM_UP_MS);
    const alone = await measured(DURATION_MS);
    let reading = true;
    let lists = 0;
    const readers = Array.from({ length: READERS }, async () => {
      while (reading) {
        await discardAnswer(`${base_url}${path}`, headers);
        lists += 1;
      }
    });
    await measured(WARM_UP_MS);
    lists = 0;
    const during_lists = await measured(DURATION_MS);
    const lists_per_second = lists / (DURATION_MS / 1000);
    reading = false;
    await Promise.all(readers);
    return { computes: ENDPOINTS, alone, during_lists, lists_per_second };
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
}

/** Sends a request and discards the answer, which makes reading it cheap. */
function discardAnswer(url: string, headers: Readonly<Record<string, string>>): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (answer) => answer.on('end', resolve).on('error', reject).resume()).on(
      'error',
      reject,
    );
  });
}
