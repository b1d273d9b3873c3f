import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { called } from '../cli/command.js';
import { expectFigures } from '../command-rows.js';
import { LONG } from '../long-suite.js';

/** A scenario, a command on it, and the correct values of figures in its JSON output. */
interface ThreadRow {
  /** Its file in `threads/`, without the extension. */
  readonly scenario: string;
  /** A command and its options; the file is inserted after the command. */
  readonly command: string;
  /**
   * By path, such as `total.queries.failed`. `list[name=web]` is the entry of a list with that value, and
   * `list[].name` has the values of all entries.
   */
  readonly figures?: Readonly<Record<string, unknown>>;
  /** Exit code; 0 if left out. */
  readonly status?: number;
  /** Pattern of the error output. */
  readonly says?: string;
  /** A row that takes seconds and belongs to the long suite. */
  readonly slow?: true;
}

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const ROWS: readonly ThreadRow[] = parse(read('threads.yaml'));

const rows = ROWS.filter(({ slow }) => LONG === (slow === true));

test.each(rows.map((row) => [row.command, row.scenario, row] as const))(
  'neap %s of the scenario %s reproduces the figures of its public thread',
  async (command, scenario, { figures, status = 0, says }) => {
    const file = fileURLToPath(new URL(`threads/${scenario}.yaml`, import.meta.url));
    const [name, ...options] = command.split(' ');
    const outcome = await called([name!, file, ...options, '--json']);
    expect(outcome.status, outcome.stderr).toBe(status);
    if (says !== undefined) expect(outcome.stderr).toMatch(new RegExp(says));
    if (figures !== undefined) expectFigures(JSON.parse(outcome.stdout), figures);
  },
);

test('each scenario names its source', () => {
  for (const file of readdirSync(new URL('threads', import.meta.url))) {
    expect(read(`threads/${file}`), file).toMatch(/^# After /m);
  }
});
