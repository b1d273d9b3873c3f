import { execFileSync } from 'node:child_process';
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { called } from './command.js';

const SCENARIO = `
start: 2026-01-05T00:00:00Z
duration: 10m
computes: [{ name: primary, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 2, policy: ./mine.mjs }]
load: [{ name: web, compute: primary, process: trace, rate: { trace: { file: requests.csv, kind: counts } }, query: { cpu: 5ms } }]
slo: { success_rate: 10% }
`;
const TRACE = 'time,requests\n2026-01-05T00:00:00Z,20\n2026-01-05T00:05:00Z,30\n2026-01-05T00:10:00Z,10\n';
const POLICY =
  "export const size = { name: 'mine', start: () => 0, look: (state) => ({ state, goal_cu: 1, reason: 'one' }) };\n";

let folder: string;
let sources: Readonly<Record<string, string>>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'neap-overwrite-'));
  sources = { 'app.yaml': SCENARIO, 'requests.csv': TRACE, 'mine.mjs': POLICY };
  for (const [name, text] of Object.entries(sources)) writeFileSync(at(name), text);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function at(name: string): string {
  return join(folder, name);
}

/** Expects a call to be refused before it does anything, because it would overwrite a file that it reads. */
async function expectRefused(args: readonly string[], file: string): Promise<void> {
  const { status, stdout, stderr } = await called(args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain(`${file} is a file that this command reads; name another place for the results`);
  for (const [name, text] of Object.entries(sources)) expect(readFileSync(at(name), 'utf8')).toBe(text);
}

describe('an output never replaces a file that the same call reads', () => {
  test('under any path that leads to the file', async () => {
    symlinkSync(at('app.yaml'), at('symbolic'));
    linkSync(at('app.yaml'), at('hard'));
    mkdirSync(at('below'));
    for (const name of ['symbolic', 'hard', 'below/../app.yaml']) {
      await expectRefused(['run', at('app.yaml'), '--md', `${folder}/${name}`], name.split('/').at(-1)!);
    }
    await expectRefused(['run', at('app.yaml'), '--md', relative('.', at('app.yaml'))], 'app.yaml');
    await expectRefused(['run', at('symbolic'), '--md', at('app.yaml')], 'app.yaml');
  });

  test('nor the earlier run that the report compares with', async () => {
    expect((await called(['run', at('app.yaml'), '--out', at('results')])).status).toBe(0);
    const before = readFileSync(at('results/summary.json'), 'utf8');
    const baseline = ['--baseline', at('results/summary.json'), '--md', '-'];
    await expectRefused(['run', at('app.yaml'), ...baseline, '--out', at('results')], 'summary.json');
    expect(readFileSync(at('results/summary.json'), 'utf8')).toBe(before);
    // The next command has not read the file yet, and may replace it.
    expect((await called(['run', at('app.yaml'), '--out', at('results')])).status).toBe(0);
  });
});

describe('every output needs a distinct path', () => {
  test('a device or a pipe is refused, because a file would replace it', async () => {
    execFileSync('sh', ['-c', 'mkfifo "$0"', at('pipe')]);
    for (const place of [at('pipe'), '/dev/null', '/dev/stdout']) {
      const { status, stderr } = await called(['run', at('app.yaml'), '--md', place]);
      expect(status).toBe(2);
      expect(stderr).toContain('is a device or a pipe; name another place for the results');
    }
    expect(statSync(at('pipe')).isFIFO()).toBe(true);
  });

  test('the path is free again for the next call', async () => {
    for (let call = 0; call < 2; call += 1) {
      const options = ['--md', at('report.md'), '--out', at('results'), '--html', at('results/page.html')];
      expect((await called(['run', at('app.yaml'), ...options])).status).toBe(0);
    }
  });
});
