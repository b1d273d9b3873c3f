import { execFileSync } from 'node:child_process';
import { chmodSync, linkSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../temporary-folder.js';
import { called } from './command.js';

const SCENARIO = `
duration: 10m
plan: scale
computes: [{ name: primary, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 2 }]
load: [{ name: web, compute: primary, rate: 6/h, query: { cpu: 5ms } }]
`;

const folder = temporaryFolder();
const at = (name: string): string => join(folder, name);
writeFileSync(at('app.yaml'), SCENARIO);

test('an output never replaces a file that the same call reads, under any path that leads to it', async () => {
  symlinkSync(at('app.yaml'), at('symbolic'));
  linkSync(at('app.yaml'), at('hard'));
  mkdirSync(at('below'));
  for (const [read, output, name] of [
    [at('app.yaml'), at('symbolic'), 'symbolic'],
    [at('app.yaml'), at('hard'), 'hard'],
    [at('app.yaml'), `${folder}/below/../app.yaml`, 'app.yaml'],
    [at('app.yaml'), relative('.', at('app.yaml')), 'app.yaml'],
    [at('symbolic'), at('app.yaml'), 'app.yaml'],
  ] as const) {
    const { status, stdout, stderr } = await called(['run', read, '--md', output]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(`${name} is a file that this command reads; name another place for the results`);
    expect(readFileSync(at('app.yaml'), 'utf8')).toBe(SCENARIO);
  }
});

test('an output to a device or a pipe is refused, because a file would replace it', async () => {
  execFileSync('sh', ['-c', 'mkfifo "$0"', at('pipe')]);
  for (const place of [at('pipe'), '/dev/null', '/dev/stdout']) {
    const { status, stderr } = await called(['run', at('app.yaml'), '--md', place]);
    expect(status).toBe(2);
    expect(stderr).toContain('is a device or a pipe; name another place for the results');
  }
  expect(statSync(at('pipe')).isFIFO()).toBe(true);
});

test('neap plan --write keeps the mode of the scenario file', async () => {
  chmodSync(at('app.yaml'), 0o640);
  const plan = ['plan', at('app.yaml'), '--vary', 'timeout=1m,5m', '--at-load', 'none', '--no-sensitivity'];
  const { stderr } = await called([...plan, '--max-queries', '10k', '--write']);
  expect(stderr).toMatch(/^neap: wrote .* to /m);
  expect(statSync(at('app.yaml')).mode & 0o777).toBe(0o640);
});
