import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.js';
import { columns } from '../../src/report/text/text-width.js';
import { called } from './command.js';

const NAMES = COMMANDS.map(({ name }) => name);

/** A `$` that a shell would expand: within double quotes, on a line to be typed. */
const EXPANDED = /"[^"\n]*\$[^"\n]*"/;

function typedLines(text: string): readonly string[] {
  return text.split('\n').filter((line) => /^\s*(\$ )?neap /.test(line));
}

describe('examples in the help can be pasted into a shell, and no line overflows 80 columns:', () => {
  test.each(['--help', 'help all', ...NAMES.map((name) => `${name} --help`)])('neap %s', async (command) => {
    const { status, stdout } = await called(command.split(' '));
    expect(status).toBe(0);
    expect(stdout.split('\n').filter((line) => columns(line) > 80)).toEqual([]);
    expect(stdout).not.toMatch(EXPANDED);
    for (const line of typedLines(stdout)) expect(line).not.toContain('"');
  });

  test('README', () => {
    const readme = readFileSync(fileURLToPath(new URL('../../README.md', import.meta.url)), 'utf8');
    for (const line of typedLines(readme)) expect(line).not.toMatch(EXPANDED);
  });
});
