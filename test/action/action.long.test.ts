import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { neap } from '../cli/built-cli.js';
import { temporaryFolder } from '../temporary-folder.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

interface Step {
  readonly name: string;
  readonly id?: string;
  readonly shell: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly run: string;
}
interface Action {
  readonly inputs: Readonly<Record<string, { readonly required?: boolean; readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}
const ACTION = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8')) as Action;

const SCENARIO = `
name: reviewed
start: 2026-01-05T00:00:00Z
duration: 1d
plan: scale
computes: [{ name: primary, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25 }]
load: [{ name: web, compute: primary, rate: 10/h, query: { cpu: 4ms } }]
`;

const folder = temporaryFolder();
const repository = join(folder, 'repository');
const checkout = join(folder, 'action');
/** The runner's folder for temporary files, the same for all steps of a job. */
const temp = join(folder, 'temp');
/** Saves downloads if the registry's files are here already. */
const NPM_CACHE = execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim();
const inRepository = (...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], { cwd: repository });

/** GitHub's comments on one pull request. */
const comments: { id: number; body: string }[] = [];
let forbidden = false;
const requests: string[] = [];
const github: Server = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk) => (text += chunk));
  request.on('end', () => {
    const { method = '', url = '' } = request;
    requests.push(`${method} ${url.split('?')[0]}`);
    const answer = (status: number, value: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (request.headers.authorization !== 'Bearer secret') return answer(401, {});
    if (method === 'GET') {
      const page = Number(new URL(url, 'http://x').searchParams.get('page'));
      return answer(200, comments.slice(100 * (page - 1), 100 * page));
    }
    if (forbidden) return answer(403, {});
    const { body } = JSON.parse(text) as { body: string };
    if (body.length > 65_536) return answer(422, {});
    const id = method === 'PATCH' ? Number(url.split('/').at(-1)) : comments.length + 1;
    const known = comments.find((each) => each.id === id);
    if (known === undefined) comments.push({ id, body });
    else known.body = body;
    return answer(method === 'POST' ? 201 : 200, { id, html_url: `https://example.com/${id}` });
  });
});

beforeAll(async () => {
  await new Promise<void>((listening) => github.listen(0, '127.0.0.1', listening));
  mkdirSync(repository);
  inRepository('init', '-q', '-b', 'main');
  writeFileSync(join(repository, 'app.yaml'), SCENARIO);
  inRepository('add', '.');
  inRepository('commit', '-qm', 'as it is');
  expect(neap(['run', 'app.yaml', '--out', join(folder, 'main')], repository).status).toBe(0);
  inRepository('checkout', '-qb', 'dearer');
  writeFileSync(
    join(repository, 'app.yaml'),
    SCENARIO.replace('0.25 }]', '0.25, suspend_timeout_seconds: 1h }]'),
  );
  inRepository('commit', '-qam', 'a longer timeout');
  // The files that a runner checks out, with nothing installed or built.
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0');
  for (const file of tracked.filter(Boolean)) cpSync(join(ROOT, file), join(checkout, file));
  mkdirSync(temp);
});
afterAll(() => void github.close());

interface Job {
  readonly failed: { readonly step: string; readonly code: number } | undefined;
  readonly log: string;
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
}

/** Does what a runner does: each step's script by bash, in order, until one fails. */
async function job(
  given: Readonly<Record<string, string>>,
  event: object = { pull_request: { number: 7 } },
): Promise<Job> {
  const inputs: Record<string, string> = { token: 'secret' };
  for (const [name, { default: fallback }] of Object.entries(ACTION.inputs)) {
    inputs[name] = given[name] ?? inputs[name] ?? fallback ?? '';
  }
  const file = (name: string, text = '') => {
    writeFileSync(join(temp, name), text);
    return join(temp, name);
  };
  const GITHUB_STEP_SUMMARY = file('summary.md');
  const outputs: Record<string, Record<string, string>> = {};
  const filled = (text: string) =>
    text.replaceAll(
      /\$\{\{ (?:inputs\.([\w-]+)|steps\.(\w+)\.outputs\.([\w-]+)) \}\}/g,
      (_, input, id, name) => (input === undefined ? (outputs[id]?.[name] ?? '') : inputs[input]!),
    );
  let log = '';
  let failed: Job['failed'];
  for (const { name, id = name, run, shell, env = {} } of ACTION.runs.steps) {
    expect(shell).toBe('bash');
    // Input of a caller must never be part of a script.
    expect(run).not.toContain('${{');
    const GITHUB_OUTPUT = file(`output-${id}`);
    const values = Object.entries(env).map(([key, value]) => [key, filled(value)] as const);
    for (const [, value] of values) expect(value).not.toContain('${{');
    const code = await new Promise<number>((ended) => {
      const script = file('step.sh', run);
      const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
        cwd: repository,
        env: {
          PATH: process.env['PATH'],
          HOME: folder,
          GITHUB_ACTIONS: 'true',
          GITHUB_ACTION_PATH: checkout,
          GITHUB_API_URL: `http://127.0.0.1:${(github.address() as AddressInfo).port}`,
          GITHUB_EVENT_PATH: file('event.json', JSON.stringify(event)),
          GITHUB_REPOSITORY: 'me/app',
          GITHUB_RUN_ID: '42',
          GITHUB_SERVER_URL: 'https://git.example.com',
          GITHUB_OUTPUT,
          GITHUB_STEP_SUMMARY,
          RUNNER_TEMP: temp,
          // Workflows set this for their application; the build needs its development dependencies all the same.
          NODE_ENV: 'production',
          npm_config_cache: NPM_CACHE,
          ...Object.fromEntries(values),
        },
      });
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (log += chunk));
      child.on('close', (status) => ended(status ?? -1));
    });
    const lines = readFileSync(GITHUB_OUTPUT, 'utf8').split('\n').filter(Boolean);
    outputs[id] = Object.fromEntries(
      lines.map((line) => [line.split('=')[0], line.slice(line.indexOf('=') + 1)]),
    );
    if (code !== 0) {
      failed = { step: name, code };
      break;
    }
  }
  const own = Object.entries(ACTION.outputs).map(([name, { value }]) => [name, filled(value)]);
  return {
    failed,
    log,
    summary: readFileSync(GITHUB_STEP_SUMMARY, 'utf8'),
    outputs: Object.fromEntries(own),
  };
}

const baseline = join(folder, 'main', 'summary.json');

describe('the action', () => {
  it('has no keys but those of a composite action', () => {
    const keysOf = (...all: readonly object[]) => [...new Set(all.flatMap(Object.keys))].sort().join(' ');
    expect(keysOf(ACTION)).toBe('branding description inputs name outputs runs');
    expect(ACTION.runs.using).toBe('composite');
    expect(keysOf(...ACTION.runs.steps)).toBe('env id name run shell');
    expect(keysOf(...Object.values(ACTION.inputs))).toBe('default description required');
  });

  it('builds its checkout once per job and runs it', async () => {
    const inputs = { scenario: 'app.yaml', comment: 'false' };
    const first = await job(inputs);
    expect(first).toMatchObject({ failed: undefined, log: expect.stringContaining('added ') });
    expect(first.summary).toMatch(/^### reviewed: \$[\d.]+ a month/);
    const again = await job(inputs);
    expect(again).toMatchObject({ failed: undefined, log: expect.not.stringContaining('added ') });
    expect(again.summary).toBe(first.summary);
  });

  it('comments on a pull request what the change costs, and fails on a regression', async () => {
    const { failed, log, summary, outputs } = await job({
      scenario: 'app.yaml',
      baseline,
      'fail-on': 'cost_usd>+10%\nlatency_p99>+5s\n',
    });
    expect({ failed, log }).toMatchObject({ failed: { step: 'Result', code: 4 } });
    expect(log).toContain('::error::a figure has changed against the baseline');
    expect(outputs).toMatchObject({
      'exit-code': '4',
      report: expect.stringMatching(/\.md$/),
      page: expect.stringMatching(/\.html$/),
    });
    expect(comments).toHaveLength(1);
    expect(comments[0]!.body).toMatch(
      /^### reviewed: costs \$[\d.]+ a month more[\s\S]*<!-- neap run: reviewed -->\n$/,
    );
    const link = '[Report and files of this job](https://git.example.com/me/app/actions/runs/42)\n\n';
    expect(comments[0]!.body).toContain(link);
    expect(summary.trim()).toBe(comments[0]!.body.replace(link, '').trim());
  });

  it('updates the comment that it has written, though others have been written since', async () => {
    comments.push({ id: 2, body: 'quoting <!-- neap run: reviewed --> is no report' });
    for (let id = 3; id < 140; id += 1) comments.push({ id, body: 'nice' });
    const { failed, log } = await job({ scenario: 'app.yaml', args: '--set\nduration=2d' });
    expect({ failed, log }).toMatchObject({ failed: undefined });
    expect(comments).toHaveLength(139);
    expect(comments[0]!.body).toMatch(/^### reviewed: \$[\d.]+ a month\n/);
    expect(requests.at(-1)).toBe('PATCH /repos/me/app/issues/comments/1');
  });

  it('has a separate comment for each command', async () => {
    const { failed, log } = await job({
      scenario: 'app.yaml',
      command: 'compare',
      args: '--variant\nawake\ntimeout=never\n--replications\n2\n--workers\n1',
    });
    expect({ failed, log }).toMatchObject({ failed: undefined });
    expect(comments.at(-1)!.body).toMatch(/awake against as it is[\s\S]*<!-- neap compare: [^>]+ -->\n$/);
    expect(comments).toHaveLength(140);
  });

  it('fails where an objective is missed, or only warns', async () => {
    const asked = { scenario: 'app.yaml', comment: 'false', args: '--set\nslo.latency_p99=1ms' };
    expect(await job(asked)).toMatchObject({ failed: { step: 'Result', code: 1 } });
    const warned = await job({ ...asked, 'fail-on-objective': 'false' });
    expect(warned).toMatchObject({
      failed: undefined,
      log: expect.stringContaining('::warning::an objective'),
    });
    expect(comments).toHaveLength(140);
  });

  it('does not hang on a comment that may not be written, and writes none without a pull request', async () => {
    forbidden = true;
    const refused = await job({ scenario: 'app.yaml' });
    forbidden = false;
    expect(refused.failed).toBeUndefined();
    expect(refused.log).toMatch(/::warning::the comment was not written: .* 403; give the job permissions/);
    const pushed = await job({ scenario: 'app.yaml' }, { ref: 'refs/heads/main' });
    expect(pushed).toMatchObject({ failed: undefined, log: expect.stringContaining('::notice::no comment') });
  });

  it.each([
    ['a scenario that there is not', { scenario: 'none.yaml' }, 2, 'no such file'],
    ['another command', { scenario: 'app.yaml', command: 'serve' }, 2, "command is 'serve'"],
    ['a script in place of a file', { scenario: '$(touch pwned);`touch pwned`.yaml' }, 2, 'no such file'],
    ['an option in place of a file', { scenario: '--out=pwned' }, 2, '--out=pwned'],
    [
      'limits without a baseline',
      { scenario: 'app.yaml', 'fail-on': 'cost_usd>+1%' },
      2,
      'no effect without --baseline',
    ],
  ])('stops with an error at %s', async (_, inputs, code, words) => {
    const before = comments.length;
    const { failed, log } = await job(inputs);
    expect({ failed, log }).toMatchObject({ failed: { step: 'Run neap', code } });
    expect(log).toContain(words);
    expect(comments).toHaveLength(before);
    expect(inRepository('status', '--porcelain').toString()).toBe('');
  });
});
