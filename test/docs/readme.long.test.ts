import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { BUILT_CLI, neap } from '../cli/built-cli.js';
import { shellLines } from './code-in-prose.js';
import { ROOT } from './project-folder.js';

const folder = mkdtempSync(join(tmpdir(), 'neap-readme-'));
afterAll(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, 'scenarios'));
cpSync(`${ROOT}scenarios`, join(folder, 'scenarios'), { recursive: true });

const LINES = shellLines('README.md');
const NEAP = /^neap /;

describe('the commands of the README, in a fresh folder', () => {
  for (const line of LINES.filter((each) => NEAP.test(each) && each !== 'neap serve')) {
    test(line, () => {
      const { status, stderr } = neap(line.replace(NEAP, '').split(' '), folder);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    });
  }

  test('neap serve', async () => {
    expect(LINES).toContain('neap serve');
    const server = spawn(process.execPath, [BUILT_CLI, 'serve'], { cwd: folder, stdio: 'pipe' });
    const [text] = (await once(server.stdout, 'data')) as [Buffer];
    server.kill('SIGINT');
    await once(server, 'close');
    expect(text.toString()).toMatch(/^Listening on /);
  });

  test('the two commands of a clone call scripts that exist, and run the worked example', () => {
    const [run, tests, ...others] = LINES.filter((each) => !NEAP.test(each));
    expect(others).toEqual([]);
    expect(tests).toBe('npm ci && npm test');
    expect(packageJson.scripts.test).toBeDefined();
    const [install, build, call] = run!.split(' && ');
    expect([install, build]).toEqual(['npm ci', 'npm run build']);
    const { status, stdout } = neap(call!.replace('node dist/cli/main.js ', '').split(' '), ROOT);
    expect(status).toBe(0);
    expect(stdout).toContain('Costs about');
  });
});
