import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { median } from './median.js';

const CLI = process.env['NEAP_BENCH_CLI'] ?? fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
/** Delay after the greeting, so that the rest of the start is counted too. */
const SETTLED_MS = 500;
/** The kernel counts CPU time in hundredths of a second. */
const TICK_MS = 10;
const ROUNDS = 5;

/** The cost of an idle `neap serve`. */
export interface ServeWeight {
  /** CPU time, user and system, until half a second after it listens. */
  readonly cpu_ms: number;
  readonly resident_mebibytes: number;
}

/** Starts the emulator several times in memory, and takes medians. Linux only: reads `/proc`. */
export async function measureServeWeight(): Promise<ServeWeight> {
  const cpu: number[] = [];
  const resident: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const child = spawn(process.execPath, [CLI, 'serve', '--port', '0', '--json'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
    // After the program's name, which may contain spaces: fields 3 and on of proc(5).
    const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    cpu.push((Number(fields[11]) + Number(fields[12])) * TICK_MS);
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    resident.push(Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024);
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  return { cpu_ms: median(cpu), resident_mebibytes: median(resident) };
}
