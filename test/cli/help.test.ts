import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Command } from '@commander-js/extra-typings';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.js';
import { neapProgram } from '../../src/cli/program.js';
import { called } from './command.js';

const NAMES = COMMANDS.map(({ name }) => name);

/** A `$` that a shell would expand: within double quotes, on a line that is to be typed. */
const EXPANDED = /"[^"\n]*\$[^"\n]*"/;

function typedLines(text: string): readonly string[] {
  return text.split('\n').filter((line) => /^\s*(\$ )?neap /.test(line));
}

describe('what is to be pasted into a shell', () => {
  test.each(['', ...NAMES])('neap %s --help', async (command) => {
    const { status, stdout } = await called([command, '--help'].filter((word) => word !== ''));
    expect(status).toBe(0);
    expect(stdout).not.toMatch(EXPANDED);
    for (const line of typedLines(stdout)) expect(line).not.toContain('"');
  });

  test('README', () => {
    const readme = readFileSync(fileURLToPath(new URL('../../README.md', import.meta.url)), 'utf8');
    for (const line of typedLines(readme)) expect(line).not.toMatch(EXPANDED);
  });
});

test('the list of commands says what each command takes', async () => {
  const { commands } = await neapProgram();
  const plain = new Command().createHelp();
  expect(commands.map((command) => plain.subcommandTerm(command).trim())).toEqual(
    COMMANDS.map(({ usage }) => usage),
  );
});
