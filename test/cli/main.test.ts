import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { neap } from './built-cli.js';

describe('neap', () => {
  it('explains itself with --help and names every command', () => {
    const { status, stdout, stderr } = neap(['--help']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    for (const command of ['run', 'validate', 'schema', 'init', 'trace']) {
      expect(stdout).toMatch(new RegExp(`^  ${command} `, 'm'));
    }
    expect(stdout).toContain('Examples:');
  });

  it('says which version it is', () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(neap(['--version'])).toMatchObject({ status: 0, stdout: `${version}\n` });
  });

  it('suggests the nearest command or option, and ends with 2', () => {
    const command = neap(['rnu']);
    expect(command).toMatchObject({ status: 2, stdout: '' });
    expect(command.stderr).toMatch(/unknown command 'rnu'[\s\S]*Did you mean run\?/);
    const option = neap(['run', 'app.yaml', '--ouy', 'x']);
    expect(option).toMatchObject({ status: 2, stdout: '' });
    expect(option.stderr).toMatch(/unknown option '--ouy'[\s\S]*Did you mean --out\?/);
  });

  it('ends with 2 when it is told too little', () => {
    expect(neap([]).status).toBe(2);
    expect(neap(['run'])).toMatchObject({ status: 2, stdout: '' });
    expect(neap(['run']).stderr).toContain("missing required argument 'file'");
  });
});
