import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ServedEmulator, serveNeap } from '../server/served-emulator.js';
import { temporaryFolder } from '../temporary-folder.js';
import { startNeap } from './built-cli.js';

const SCENARIO = `
name: trial
duration: 20s
timeline_interval: 1s
plan: launch
computes: [{ name: primary, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 }]
events: [{ at: 1s, start: primary }]
`;

/** `neap observe` on an emulator, in a separate process. */
function observing(served: ServedEmulator, args: readonly string[]) {
  const options = ['--yes', '--base-url', served.base_url];
  const command = startNeap(['observe', ...args, ...options], undefined, { NEON_API_KEY: served.api_key });
  const printed = (words: string) => command.until(() => command.written.stderr.includes(words));
  return { ...command, printed };
}

describe('neap observe, when it is stopped,', () => {
  const folder = temporaryFolder();
  const scenario = join(folder, 'trial.yaml');
  let served: ServedEmulator;

  beforeAll(() => writeFileSync(scenario, SCENARIO));
  beforeEach(async () => {
    served = await serveNeap();
  });
  afterEach(() => served.stop('SIGKILL'));

  const projects = async (): Promise<readonly { readonly id: string }[]> => {
    const headers = { Authorization: `Bearer ${served.api_key}` };
    const answer = await fetch(`${served.base_url}/projects`, { headers });
    return ((await answer.json()) as { projects: { id: string }[] }).projects;
  };

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'by %s, deletes the resources it created, and keeps its observations',
    async (signal) => {
      const out = join(folder, signal);
      const one = observing(served, [scenario, '--out', out]);
      await one.printed('start primary');
      expect(await projects()).toHaveLength(1);
      one.child.kill(signal);
      expect(await one.ended).toBe(signal === 'SIGINT' ? 130 : 143);
      expect(await projects()).toEqual([]);
      expect(readdirSync(out)).toContain('summary.json');
      expect(one.written.stderr).not.toContain(served.api_key);
    },
  );

  test('a second signal reports the remaining resources and how to delete them', async () => {
    const one = observing(served, [scenario]);
    await one.printed('start primary');
    const [project] = await projects();
    // The emulator stops answering for a while.
    served.child.kill('SIGSTOP');
    one.child.kill('SIGINT');
    await one.printed('deleting what was created');
    one.child.kill('SIGINT');
    expect(await one.ended).toBe(130);
    expect(one.written.stderr).toContain(
      `left behind: project ${project?.id}; to undo it: neonctl projects delete ${project?.id}`,
    );
  });

  test('an emulator that disappears during the run is reported without a stack trace', async () => {
    const one = observing(served, [scenario]);
    await one.printed('start primary');
    const [project] = await projects();
    await served.stop('SIGKILL');
    expect(await one.ended).toBe(3);
    expect(one.written.stderr).toContain(`left behind: project ${project?.id}`);
    expect(one.written.stderr).not.toContain('    at ');
  });
});
