import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.js';
import { neap, startNeap } from './built-cli.js';

const SCENARIO = `
name: long
seed: 42
duration: 1d
plan: scale
computes:
  - { name: primary, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 1 }
load:
  - { name: web, compute: primary, rate: 2/s, query: { cpu: { exponential: { mean: 20ms } } } }
slo: { latency_p99: 1h }
`;

const folder = temporaryFolder();
beforeEach(() => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'app.yaml'), SCENARIO);
});

/** Every file of a folder with its bytes. */
function bytes(directory: string): Readonly<Record<string, string>> {
  const names = readdirSync(join(folder, directory)).sort();
  return Object.fromEntries(
    names.map((name) => [name, readFileSync(join(folder, directory, name), 'latin1')]),
  );
}

/** Starts a command, and ends it with a signal after it has stored some runs. */
async function stopped(args: readonly string[], signal: NodeJS.Signals) {
  const { child, written, ended, until } = startNeap([...args, '--out', 'out'], folder);
  const runs = join(folder, 'out.partial', 'runs');
  await until(() => existsSync(runs) && statSync(runs).size >= 10_000);
  child.kill(signal);
  return { code: await ended, ...written };
}

const SWEEP = ['sweep', 'app.yaml', '--vary', 'timeout=5m,10m,1h', '--replications', '4'];

/** Other studies are resumed in test/study/engine. */
const COMMANDS = [
  'run app.yaml --precision 1% --figures latency_mean --replications 12',
  'plan app.yaml --vary timeout=1m,5m,1h --vary max=1,2 --set slo={} --no-sensitivity --constraint latency_mean<=200ms --at-load 2x --max-queries 3M',
];

describe('interrupted work', () => {
  it.each(COMMANDS)('%s continues with --resume and writes the same bytes', async (command) => {
    const args = command.split(' ');
    const page = ['--html', 'page.html'];
    const whole = neap([...args, '--out', 'out', ...page], folder);
    expect(whole.stderr).toBe('');
    // Commands suggested in a report contain the folder.
    for (const name of ['out', 'page.html']) renameSync(join(folder, name), join(folder, `whole-${name}`));
    const { code, stdout, stderr } = await stopped(args, 'SIGINT');
    expect(code).toBe(130);
    if (args[0] !== 'run') expect(stdout).toMatch(/stopped (after|before)/);
    expect(stderr).toMatch(
      /stopped; \d+ runs? kept in out\.partial; the same command with --resume continues from there/,
    );
    expect(existsSync(join(folder, 'out'))).toBe(false);
    // Without --resume, the command asks for it.
    const again = neap([...args, '--out', 'out'], folder);
    expect(again).toMatchObject({ status: 2, stdout: '' });
    expect(again.stderr).toContain('add --resume');
    const resumed = neap([...args, '--out', 'out', ...page, '--resume', '--workers', '1'], folder);
    expect(resumed).toMatchObject({ status: whole.status, stdout: whole.stdout, stderr: '' });
    expect(bytes('out')).toEqual(bytes('whole-out'));
    const pages = ['page.html', 'whole-page.html'].map((name) => readFileSync(join(folder, name), 'utf8'));
    expect(pages[0] === pages[1]).toBe(true);
    expect(existsSync(join(folder, 'out.partial'))).toBe(false);
  });

  it('may have been killed, in the middle of a record', async () => {
    const args = ['run', 'app.yaml', '--replications', '24', '--fidelity', 'hybrid'];
    const whole = neap([...args, '--out', 'whole'], folder);
    await stopped(args, 'SIGKILL');
    const runs = join(folder, 'out.partial', 'runs');
    appendFileSync(runs, Buffer.from([200, 1, 0, 0, 1, 2, 3]));
    const resumed = neap([...args, '--out', 'out', '--resume', '--workers', '1'], folder);
    expect(resumed).toMatchObject({ status: 0, stdout: whole.stdout, stderr: '' });
    expect(bytes('out')).toEqual(bytes('whole'));
  });

  it('is not mixed with other work', async () => {
    const args = SWEEP;
    await stopped(args, 'SIGINT');
    const refused = (more: readonly string[], message: string) => {
      const { status, stdout, stderr } = neap([...args, ...more, '--out', 'out', '--resume'], folder);
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      expect(stderr).toContain('cannot resume out.partial');
      expect(stderr).toContain(message);
    };
    refused(['--replications', '5'], 'the options were');
    refused(['--set', 'load.web.rate=3/s'], 'the scenario, or a file that it reads, has changed');
    writeFileSync(join(folder, 'app.yaml'), SCENARIO.replace('20ms', '21ms'));
    refused([], 'the scenario, or a file that it reads, has changed');
  });
});
