import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ServedEmulator, serveNeap } from '../server/served-emulator.js';
import { temporaryFolder } from '../temporary-folder.js';
import { neap, startNeap } from './built-cli.js';

const SCENARIO = `
name: shop
duration: 1h
plan: scale
computes:
  - { name: primary, autoscaling_limit_min_cu: 0.5, autoscaling_limit_max_cu: 4 }
  - { name: reports, type: read_only, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 1 }
`;

const folder = temporaryFolder();
const file = join(folder, 'shop.yaml');
let served: ServedEmulator;
/** A project for each test, because sockets that are kept open do not outlast a synchronous command. */
let projects: string[];

beforeAll(async () => {
  writeFileSync(file, SCENARIO);
  served = await serveNeap(['--operation-duration', '1s']);
  projects = [await newProject(), await newProject(), await newProject()];
});
afterAll(() => served.stop('SIGTERM'));

/** A project whose operations have finished. */
async function newProject(): Promise<string> {
  const headers = { Authorization: `Bearer ${served.api_key}`, 'Content-Type': 'application/json' };
  const made = await fetch(`${served.base_url}/projects`, {
    method: 'POST',
    headers,
    body: '{"project":{"name":"shop"}}',
  });
  const { project } = (await made.json()) as { project: { id: string } };
  await fetch(`${served.address}/_neap/clock`, { method: 'POST', body: '{"advance":"10s"}' });
  return project.id;
}

function environment(over: Record<string, string> = {}) {
  return { NEON_API_KEY: served.api_key, NEON_API_HOST: served.base_url, ...over };
}

function apply(args: readonly string[], over: Record<string, string> = {}) {
  const outcome = neap(['apply', file, ...args], undefined, environment(over));
  expect(`${outcome.stdout}${outcome.stderr}`).not.toContain(served.api_key);
  return outcome;
}

describe('neap apply', () => {
  test('neap apply prints the planned changes, applies them only with --yes, and finds none afterwards', () => {
    const project_id = projects[0]!;
    const shown = apply(['--project-id', project_id]);
    expect(shown).toMatchObject({ status: 0, stderr: '' });
    expect(shown.stdout.replaceAll(/\s+/g, ' ')).toContain(
      `shop (${project_id}): what the scenario changes; scale plan, at ${served.base_url}`,
    );
    expect(shown.stdout).toContain('Create       reports, read_only on main');
    expect(shown.stdout).toContain('autoscaling_limit_max_cu: 2 → 4');
    expect(shown.stdout).toContain('Restarts: open connections are dropped');
    expect(shown.stdout).toContain(
      '\n\n→ 2 changes, 1 with a restart. Nothing has been changed; --yes applies them.\n',
    );

    const applied = apply(['--project-id', project_id, '--yes']);
    expect(applied).toMatchObject({ status: 0, stderr: '' });
    expect(applied.stdout).toMatch(
      /Now: {2}create reports on main\nDone: create reports on main in .* \(start_compute 1 s\)\nNow: {2}update primary .*\nDone: update primary .* \(apply_config 1 s\)\n2 changes applied\.\n$/,
    );

    const again = apply(['--project-id', project_id, '--yes']);
    expect(again).toMatchObject({ status: 0, stderr: '' });
    expect(again.stdout).toContain('No differences: nothing to change.');
    const { changes, left_alone, outcome } = JSON.parse(apply(['--project-id', project_id, '--json']).stdout);
    expect(changes).toEqual([]);
    expect(left_alone).toHaveLength(2);
    expect(outcome).toBeNull();
  });

  test('neap apply --json prints only the changes that were made', () => {
    const other = projects[1]!;
    const { status, stdout } = apply(['--project-id', other, '--yes', '--json']);
    expect(status).toBe(0);
    const { project, outcome } = JSON.parse(stdout);
    expect(project).toEqual({ id: other, name: 'shop', plan: 'scale' });
    expect(outcome).toMatchObject({ ended: 'done', left: [], applied: [{}, {}] });
  });

  test('Ctrl-C ends neap apply after the call in flight and reports the applied changes', async () => {
    const other = projects[2]!;
    const args = ['apply', file, '--project-id', other, '--yes'];
    const { child, written, ended, until } = startNeap(args, undefined, environment());
    await until(() => written.stdout.includes('Now:'));
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    expect(written.stderr).toMatch(
      /^neap: stopping after the call in flight; Ctrl-C again stops at once\nneap: Stopped after 0 changes\.\nAccepted, still in progress: create reports on main\nNot done: update primary \(ep-.*\)\n$/,
    );
    expect(apply(['--project-id', other]).stdout).toContain('1 change, 1 with a restart');
  });

  test.each([
    [['--project-id', '$PROJECT'], { NEON_API_KEY: 'napi_x' }, 'must be one of this service'],
    [['--project-id', '$PROJECT', '--set', 'computes.primary.branch=mian'], {}, 'did you mean "main"?'],
    [['--project-id', 'no-such-1'], {}, 'GET /projects/no-such-1: project not found (status 404, request '],
  ])('exits with 2 and changes nothing for %j with %j', (args, over, problem) => {
    const { status, stdout, stderr } = apply(
      args.map((arg) => arg.replace('$PROJECT', projects[0]!)),
      over,
    );
    expect(stderr).toContain(problem);
    expect(stderr).not.toMatch(/\bat .*:\d+:\d+/);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  });
});
