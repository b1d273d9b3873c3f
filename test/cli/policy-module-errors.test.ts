import { mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Outcome } from './built-cli.js';
import { called } from './command.js';

const SCENARIO = `
start: 2026-01-05T09:00:00Z
duration: 1h
plan: scale
computes:
  - { name: primary, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 4, policy: ./my-policy.js }
load:
  - { name: web, compute: primary, process: { arrivals: [10s, 600s] }, query: { cpu: 1ms } }
model: { wake_latency: 1s, suspend_check: 0s }
`;
const ANSWER = "state, goal_cu: 2, reason: 'two will do'";

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'neap test ')));
  writeFileSync(join(folder, 'app.yaml'), SCENARIO);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the scenario with a size policy whose `look` function is on line 4 of its module. */
async function run(look: string, ...args: readonly string[]): Promise<Outcome> {
  const module = `export const size = {
  name: 'mine',
  start: () => 0,
  ${look},
};`;
  writeFileSync(join(folder, 'my-policy.js'), module);
  const { status, stdout, stderr } = await called([
    'run',
    join(folder, 'app.yaml'),
    '--out',
    join(folder, 'results'),
    ...args,
  ]);
  return { status, stdout, stderr: stderr.replaceAll(`${folder}/`, '') };
}

describe('neap run with a policy from a module', () => {
  it('runs when the policy returns valid answers', async () => {
    const { status, stderr } = await run(`look: (state) => ({ ${ANSWER} })`);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it.each([
    [
      "look() { throw new TypeError('no such hour'); }",
      /^my-policy\.js:4: error: policy "mine", size of compute primary: look at 1\d\.\d+ s \(2026-01-05T09:00:1\d\.\d+Z\): throws TypeError: no such hour; expected it to return an object \{ state, goal_cu, reason \}\n/,
    ],
    [
      'look: (state, { load }) => ({ goal_cu: load.average })',
      /^my-policy\.js:4: error: .*throws TypeError: Cannot read properties of undefined \(reading 'average'\)/,
    ],
    [
      'look: (state, _look, values) => { values.mine = 1; }',
      /^my-policy\.js:4: error: .*throws TypeError: Cannot add property mine/,
    ],
    [
      "look: (state, look) => ({ state, goal_cu: look.cpu * 2, reason: 'twice' })",
      /^my-policy\.js: error: .*look at .*: goal_cu: expected a size in CU, a number of 0 or more that is finite, got NaN\n/,
    ],
    [
      'look: () => process.exit(0)',
      /^my-policy\.js:4: error: .*look at .*: calls process\.exit; expected it to return an object/,
    ],
    [`look: async (state) => ({ ${ANSWER} })`, /got a promise; a policy cannot be asynchronous\n/],
  ])('exits with 2 and names the mistake in %s', async (look, message) => {
    const { status, stdout, stderr } = await run(look, '--json');
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/correct the policy and run again/);
    expect(stderr).not.toMatch(/^\s+at |bug in neap/m);
  });

  it('exits with 2 when the module ends the process while it is loaded', async () => {
    writeFileSync(join(folder, 'ends.js'), 'process.exit(0);');
    writeFileSync(join(folder, 'app.yaml'), SCENARIO.replace('./my-policy.js', './ends.js'));
    const { status, stderr } = await called(['validate', join(folder, 'app.yaml')]);
    expect(status).toBe(2);
    expect(stderr).toMatch(
      /ends\.js: the module calls process\.exit when it is imported; expected it to export/,
    );
  });

  it('leaves nothing behind, however late the mistake appears', async () => {
    const late = `look: (state, { now_seconds }) => ({ ${ANSWER.replace('2', 'now_seconds > 601 ? -1 : 2')} })`;
    const { status, stderr } = await run(late);
    expect(status).toBe(2);
    expect(stderr).toContain('got -1');
    expect(readdirSync(folder).sort()).toEqual(['app.yaml', 'my-policy.js', 'package.json']);
  });
});
