import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.js';
import { type StartedCommand, startNeap } from './built-cli.js';

const folder = temporaryFolder();
writeFileSync(
  join(folder, 'app.yaml'),
  `name: app
duration: 365d
plan: scale
computes: [{ name: primary, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 2 }]
load: [{ name: web, compute: primary, rate: 200/s, query: { cpu: 4ms } }]
`,
);

/** Starts a command that takes minutes, and waits until it has started to write. */
async function longWork(...args: readonly string[]): Promise<StartedCommand> {
  const command = startNeap([...args, '--out', 'results'], folder, { NEAP_ALLOW_LONG: '1' });
  await command.until(() => readdirSync(folder).length > 1);
  return command;
}

describe('neap run, interrupted', () => {
  const RUN = ['run', 'app.yaml'];
  const MANY = [...RUN, '--replications', '50'];
  for (const [signal, status, args] of [
    ['SIGINT', 130, RUN],
    ['SIGTERM', 143, RUN],
    ['SIGINT', 130, [...MANY, '--workers', '1']],
    ['SIGINT', 130, [...MANY, '--workers', '2']],
  ] as const) {
    it(`ends with ${status} at ${signal} and leaves no file behind: ${args.join(' ')}`, async () => {
      const { child, ended } = await longWork(...args);
      child.kill(signal);
      expect(await ended).toBe(status);
      expect(readdirSync(folder)).toEqual(['app.yaml']);
    });
  }
});

/** CPU time of a process so far. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

describe('a computation that blocks the thread', () => {
  it('is stopped by a signal within seconds and leaves no file behind', async () => {
    // The oracle draws every arrival of the year before the run starts.
    const work = ['policies', 'app.yaml', '--side', 'size', '--html', 'page.html'];
    const { child, written, ended, until } = await longWork(...work);
    await until(() => cpuSeconds(child.pid!) > 2);
    const began = performance.now();
    child.kill('SIGINT');
    expect([130, 'SIGINT']).toContain(await ended);
    // Two seconds, and the same again for a machine with other work.
    expect(performance.now() - began).toBeLessThan(4000);
    expect(written.stderr).toContain('neap: stopped before the first run was complete; no runs are kept');
    expect(readdirSync(folder)).toEqual(['app.yaml']);
  });
});
