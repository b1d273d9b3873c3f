import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nextMonday } from '../../src/cli/commands/init.js';
import { loadScenario } from '../../src/scenario/load-scenario.js';
import { temporaryFolder } from '../temporary-folder.js';
import { called } from './command.js';

const folder = temporaryFolder();
const at = (name: string) => join(folder, name);

/** The output of `neap init` for a file of this name, and the scenario that it wrote. */
async function init(name: string, ...options: readonly string[]) {
  const { status, stdout, stderr } = await called(['init', at(name), ...options]);
  expect([status, stderr]).toEqual([0, '']);
  return { stdout, text: readFileSync(at(name), 'utf8'), scenario: await loadScenario(at(name)) };
}

describe('neap init', () => {
  it('writes a commented scenario that is valid and starts on a Monday', async () => {
    const { stdout, text, scenario } = await init('my-app.yaml');
    expect(stdout).toBe(`wrote ${at('my-app.yaml')}; next: neap run ${at('my-app.yaml')}\n`);
    expect(scenario).toMatchObject({
      name: 'my-app',
      duration_seconds: 604_800,
      plan: { name: 'launch' },
      warnings: [],
    });
    expect(new Date(scenario.start).getUTCDay()).toBe(1);
    expect(Date.parse(scenario.start)).toBeGreaterThan(Date.now() - 86_400_000);
    expect(text).toMatch(/^# yaml-language-server: \$schema=/);
  });

  it.each([
    ['2026-01-04T23:59:59Z', '2026-01-05'],
    ['2026-01-05T00:00:00Z', '2026-01-12'],
    ['2026-01-10T12:00:00Z', '2026-01-12'],
  ])('starts on the Monday after %s', (now, start) => {
    expect(nextMonday(Date.parse(now))).toBe(start);
  });

  it('prints the next command quoted for a shell', async () => {
    const { stdout } = await init("my app's.yaml");
    expect(stdout).toContain(`next: neap run '${at("my app's.yaml").replace("'", "'\\''")}'\n`);
  });

  it('creates the folder of the file, and accepts every answer as an option', async () => {
    const answers = '--name api --plan scale --min 2 --max 4 --rate 40/s --cpu 4ms --duration 1d';
    const { scenario, text } = await init('sub/deep/api.yaml', ...answers.split(' '), '--timeout', 'never');
    expect(scenario).toMatchObject({
      name: 'api',
      plan: { name: 'scale' },
      duration_seconds: 86_400,
      computes: [{ autoscaling_limit_min_cu: 2, autoscaling_limit_max_cu: 4, suspend_timeout_seconds: -1 }],
      load: [{ process: { rate: { base_per_second: 40 } } }],
    });
    expect(text).toContain('suspend_timeout_seconds: never ');
  });

  it('keeps an existing file unless forced', async () => {
    writeFileSync(at('mine.yaml'), 'mine');
    const { status, stderr } = await called(['init', at('mine.yaml')]);
    expect(status).toBe(2);
    expect(stderr).toContain('exists already; give another name, or --force to overwrite it');
    expect(readFileSync(at('mine.yaml'), 'utf8')).toBe('mine');
    expect((await init('mine.yaml', '--force')).text).toContain('computes:');
    expect(readdirSync(folder).filter((name) => name.startsWith('mine'))).toEqual(['mine.yaml']);
  });
});

describe('neap validate', () => {
  it('summarizes the scenario in one line, and prints one JSON object with --json', async () => {
    const path = at('summarized.yaml');
    await init('summarized.yaml');
    expect((await called(['validate', path])).stdout).toBe(
      `${path}: ok: my-app, 7d on launch; primary 0.25-2 CU suspending after 5m; web poisson 30/h seasonal to primary; 2 objectives\n`,
    );
    const changed = await called(['validate', path, '--set', 'load.web.rate=3/h']);
    expect(changed.stdout).toContain('web poisson 3/h to primary');
    const wrong = at('wrong.yaml');
    writeFileSync(wrong, 'duration: 1x\ncomputes: []\n');
    const { status, stdout } = await called(['validate', path, wrong, '--json']);
    expect(status).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      files: [
        { file: path, ok: true, summary: expect.stringContaining('7d on launch'), errors: [] },
        {
          file: wrong,
          ok: false,
          errors: [{ source: wrong, line: 1, column: 11, path: 'duration' }, { line: 2 }],
        },
      ],
    });
  });

  it.each([
    ['PNG', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])],
    ['UTF-16', Buffer.from('name: app\n', 'utf16le')],
  ])('refuses a file in %s as run does', async (_, bytes) => {
    const file = at('odd.yaml');
    writeFileSync(file, bytes);
    const message = `${file}: error: not a scenario file, nor UTF-8 text; expected YAML or JSON\n`;
    for (const command of ['validate', 'run']) {
      expect(await called([command, file])).toEqual({ status: 2, stdout: '', stderr: message });
    }
  });
});

it('neap schema prints the JSON Schema', async () => {
  const { stdout } = await called(['schema']);
  expect(JSON.parse(stdout)).toMatchObject({ title: 'neap scenario', required: ['computes'] });
});
