import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SRC = join(import.meta.dirname, '../../../src');

/** The names that the files of a folder import from `compute/lifecycle/`, excluding types. */
function importedRules(folder: string): ReadonlySet<string> {
  const names = readdirSync(join(SRC, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const source = readFileSync(join(SRC, folder, file), 'utf8');
      return [...source.matchAll(/import \{([^}]*)\} from '[./]*compute\/lifecycle\//g)].flatMap(([, list]) =>
        (list ?? '').split(',').map((name) => name.trim()),
      );
    });
  return new Set(names.filter((name) => name !== '' && !name.startsWith('type ')));
}

const platform = importedRules('platform');
const simulation = importedRules('simulation');

test.each([
  'configurationChange',
  'idleTimeout',
  'lockProblem',
  'onRestart',
  'onUpdate',
  'secondsUntilExceeded',
  'settingsProblems',
  'startSize',
  'suspendDueAt',
])('simulator and emulator both use %s', (rule) => {
  expect(platform).toContain(rule);
  expect(simulation).toContain(rule);
});

test('a connection starts a compute that is not awake', () => {
  expect(platform).toContain('onConnect');
  // The same decision, based on the states of a simulated compute.
  expect(simulation).toContain('startsOnConnect');
});

test.each(['adapter/apply', 'emulation', 'scenario', 'testing', 'report'])(
  '%s also uses the lifecycle rules',
  (folder) => {
    expect(importedRules(folder).size).toBeGreaterThan(0);
  },
);
