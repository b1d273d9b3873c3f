import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { called } from './command.js';

describe('neap', () => {
  it('explains itself with --help and names every command', async () => {
    const { status, stdout, stderr } = await called(['--help']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    for (const command of ['run', 'validate', 'schema', 'init', 'trace']) {
      expect(stdout).toMatch(new RegExp(`^  ${command} `, 'm'));
    }
    expect(stdout).toContain('Examples:');
  });

  it('says which version it is', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(await called(['--version'])).toMatchObject({ status: 0, stdout: `${version}\n` });
  });

  it('suggests the nearest command or option, and ends with 2', async () => {
    const command = await called(['rnu']);
    expect(command).toMatchObject({ status: 2, stdout: '' });
    expect(command.stderr).toMatch(/unknown command 'rnu'[\s\S]*Did you mean run\?/);
    const option = await called(['run', 'app.yaml', '--ouy', 'x']);
    expect(option).toMatchObject({ status: 2, stdout: '' });
    expect(option.stderr).toMatch(/unknown option '--ouy'[\s\S]*Did you mean --out\?/);
  });

  it.each([
    [
      ['plan', 'app.yaml', '--objective', 'latency_p99'],
      '--objective of neap plan has been renamed; use --minimise',
    ],
    [['plan', 'app.yaml', '--growth=2x'], '--growth of neap plan has been renamed; use --at-load'],
    [['capacity', 'app.yaml', '--objective', 'wakes <= 1'], 'use --constraint'],
    [['capacity', 'app.yaml', '--precision', '2%'], 'use --load-tolerance'],
    [['forecast', 'app.yaml', '--precision', '2%'], 'use --line-tolerance'],
    [['sweep', 'app.yaml', '--vary', 'max=1,2', '--markdown'], 'use --md -'],
  ])('names the new option in place of the old one: %j', async (args, message) => {
    const { status, stdout, stderr } = await called(args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(message);
  });

  it('says why neap policies has no --cluster', async () => {
    for (const words of [['--cluster', 'redis://127.0.0.1'], ['--cluster=redis://127.0.0.1']]) {
      const { status, stdout, stderr } = await called(['policies', 'app.yaml', ...words, '--out', 'x']);
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      expect(stderr).toContain(
        'error: neap policies has no --cluster: it makes one run for each policy, which is too little to divide',
      );
    }
  });

  it('ends with 2 when it is told too little', async () => {
    expect((await called([])).status).toBe(2);
    expect(await called(['run'])).toMatchObject({ status: 2, stdout: '' });
    expect((await called(['run'])).stderr).toContain("missing required argument 'file'");
  });
});
