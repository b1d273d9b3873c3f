import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isBuilt } from './built.js';
import { median } from './median.js';

/**
 * `npm run bench:start`: the size of the packed package installed in an empty folder, with and without the optional
 * packages, and the start time relative to Node's. The programs run in turn, so that other work on the machine disturbs
 * all alike.
 */
const ROUNDS = 20;
const MEGABYTE = 1e6;

const TINY = `start: 2026-01-05T00:00:00Z
duration: 1h
plan: scale
computes: [{ name: primary, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25 }]
load: [{ name: web, compute: primary, rate: 10/h, query: { cpu: 4ms } }]
`;

interface Spent {
  readonly elapsed_ms: number;
  readonly cpu_ms: number;
}

/** Runs a program to its end and returns its CPU time by the shell's clock, with a resolution of a millisecond. */
function timeProgram(folder: string, args: readonly string[]): Spent {
  const began_ms = performance.now();
  const script = 'TIMEFORMAT="%U %S"; { time "$@" > /dev/null 2>&1; } 2>&1';
  const { stdout } = spawnSync('bash', ['-c', script, 'bash', ...args], { cwd: folder, encoding: 'utf8' });
  const [user = 0, system = 0] = stdout.trim().split(' ').map(Number);
  return { elapsed_ms: performance.now() - began_ms, cpu_ms: 1000 * (user + system) };
}

function size(folder: string): { readonly bytes: number; readonly files: number } {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const bytes = files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0);
  return { bytes, files: files.length };
}

function npm(folder: string, ...args: readonly string[]): void {
  const { status, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm ${args.join(' ')} ended with ${status}: ${stderr}`);
}

if (!isBuilt()) throw new Error('there is no build to measure: run "npm run build" first');
const work = mkdtempSync(join(tmpdir(), 'neap-bench-start-'));
try {
  const root = fileURLToPath(new URL('..', import.meta.url));
  npm(root, 'pack', '--ignore-scripts', '--pack-destination', work);
  const packed = readdirSync(work).find((name) => name.endsWith('.tgz'))!;
  console.log(`package: ${(statSync(join(work, packed)).size / MEGABYTE).toFixed(1)} MB packed`);
  for (const [name, options] of [
    ['whole', []],
    ['without optional packages', ['--omit=optional']],
  ] as const) {
    const folder = join(work, name);
    mkdirSync(folder);
    writeFileSync(join(folder, 'package.json'), '{"private":true}');
    const began_ms = performance.now();
    npm(folder, 'install', '--no-audit', '--no-fund', ...options, join(work, packed));
    const seconds = (performance.now() - began_ms) / 1000;
    const { bytes, files } = size(join(folder, 'node_modules'));
    console.log(
      `${name}: ${(bytes / MEGABYTE).toFixed(1)} MB in ${files} files, installed in ${seconds.toFixed(1)} s`,
    );
  }
  const folder = join(work, 'whole');
  writeFileSync(join(folder, 'tiny.yaml'), TINY);
  const main = 'node_modules/neap/dist/cli/main.js';
  const programs = {
    'node -e 0': ['node', '-e', '0'],
    'neap --help': ['node', main, '--help'],
    'neap run, five queries': ['node', main, 'run', 'tiny.yaml'],
  };
  const times = new Map<string, Spent[]>(Object.keys(programs).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, args] of Object.entries(programs)) times.get(name)!.push(timeProgram(folder, args));
  }
  const middle = (name: string, of: keyof Spent) => median(times.get(name)!.map((one) => one[of]));
  for (const name of times.keys()) {
    const [cpu, elapsed] = (['cpu_ms', 'elapsed_ms'] as const).map((of) => {
      const ratio = middle(name, of) / middle('node -e 0', of);
      return `${middle(name, of).toFixed(0)} ms (${ratio.toFixed(2)} times)`;
    });
    console.log(`${name}: CPU ${cpu}, elapsed ${elapsed}`);
  }
} finally {
  rmSync(work, { recursive: true });
}
