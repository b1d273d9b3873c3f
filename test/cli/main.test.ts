import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { COMMANDS, FIRST_COMMANDS, FURTHER_COMMANDS } from '../../src/cli/commands.js';
import { called } from './command.js';

describe('neap', () => {
  it.each([[[]], [['help']], [['--help']]])('prints three commands to start with for %j', async (args) => {
    const { status, stdout, stderr } = await called(args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const lines = stdout.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(24);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(lines.filter((line) => line.startsWith('  $ neap '))).toHaveLength(3);
    for (const { title } of FIRST_COMMANDS) expect(stdout).toMatch(new RegExp(`^${title} +\\w`, 'm'));
    for (const { name } of FURTHER_COMMANDS.commands)
      expect(stdout).not.toMatch(new RegExp(`^ *${name} `, 'm'));
  });

  it('lists every command and every expert option under neap help all', async () => {
    const { status, stdout, stderr } = await called(['help', 'all']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    for (const { name } of COMMANDS) expect(stdout).toMatch(new RegExp(`^  ${name} `, 'm'));
    const { stdout: run } = await called(['run', '--help']);
    const [, named = ''] = /Further options \([^)]*\): ([^$]*?)\n\n/.exec(run) ?? [];
    const experts = named.split(/,\s+/);
    expect(experts).toContain('--cluster');
    for (const flag of experts) {
      expect(stdout).toMatch(new RegExp(`^  ${flag}\\b`, 'm'));
      expect(run).not.toMatch(new RegExp(`^  ${flag}\\b`, 'm'));
    }
  });

  it.each([[['--version']], [['version']]])('prints its version for %j', async (args) => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(await called(args)).toMatchObject({ status: 0, stdout: `${version}\n` });
  });

  it('accepts trace as another name for import --inspect', async () => {
    for (const words of [
      ['help', 'trace'],
      ['trace', '--help'],
    ]) {
      expect(await called(words)).toMatchObject({
        status: 0,
        stdout: expect.stringContaining('neap import'),
      });
    }
  });
});
