import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { shellLines } from '../../build/docs/code-in-prose.js';
import { WORKED_EXAMPLE } from '../../build/docs/command-screens.js';
import { ROOT } from '../../build/docs/project-folder.js';
import packageJson from '../../package.json' with { type: 'json' };
import { BUILT_CLI, neap } from '../cli/built-cli.js';
import { temporaryFolder } from '../temporary-folder.js';

const folder = temporaryFolder();
mkdirSync(join(folder, 'scenarios'));
cpSync(`${ROOT}scenarios`, join(folder, 'scenarios'), { recursive: true });

const LINES = shellLines('README.md');
const NEAP = /^neap /;
/** A plan's usual budget takes minutes, and what it changes is how sure the answer is. */
const BUDGET = ['--max-queries', '500k'];

describe('the commands of the README, in a fresh folder', () => {
  for (const line of LINES.filter((each) => NEAP.test(each) && each !== 'neap serve')) {
    test(line, () => {
      const [command, ...args] = line.replace(NEAP, '').split(' ') as [string, ...string[]];
      const { status, stderr } = neap([command, ...args, ...(command === 'plan' ? BUDGET : [])], folder);
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

  test('the two commands of a clone call scripts that exist, and run the worked example, which the documents print', () => {
    const [run, tests, ...others] = LINES.filter((each) => !NEAP.test(each));
    expect(others).toEqual([]);
    expect(tests).toBe('npm ci && npm test');
    expect(packageJson.scripts.test).toBeDefined();
    const [install, build, call] = run!.split(' && ');
    expect([install, build]).toEqual(['npm ci', 'npm run build']);
    expect(call).toBe(`node dist/cli/main.js ${WORKED_EXAMPLE.join(' ')}`);
  });
});
