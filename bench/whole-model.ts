import { readFileSync } from 'node:fs';
import type * as SimulationModule from '../src/simulation/simulation.js';
import { built } from './built.js';
import { withCpuSeconds } from './cpu-seconds.js';
import { type ModelRun, WARM_UP_SECONDS } from './model-run.js';
import { type Sizing, weekdaySaas } from './weekday-saas.js';

// Runs as a separate process: whole-model.ts SECONDS SIZING prints a ModelRun of a scenario of that length.

const { simulate } = await built<typeof SimulationModule>('simulation/simulation.js');

/**
 * Peak resident memory of this process, in bytes. Uses the kernel's figure if available: getrusage includes the memory
 * of the parent when it started this process.
 */
function peakResidentBytes(): number {
  if (process.platform === 'linux') {
    const kibibytes = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'));
    if (kibibytes !== null) return Number(kibibytes[1]) * 1024;
  }
  return process.resourceUsage().maxRSS * 1024;
}

const sizing = process.argv[3] as Sizing;
const scenario = await weekdaySaas(Number(process.argv[2]), sizing);
simulate(await weekdaySaas(WARM_UP_SECONDS, sizing), { observer: { timeline() {}, decision() {} } });
let timeline_rows = 0;
let decisions = 0;
const observer = {
  timeline(): void {
    timeline_rows += 1;
  },
  decision(): void {
    decisions += 1;
  },
};
const { result, cpu_seconds } = withCpuSeconds(() => simulate(scenario, { observer }));
const [compute] = result.computes;
const { arrived, completed, failed, in_flight, latency } = compute!;
if (arrived !== completed + failed + in_flight || latency.count !== completed) {
  throw new Error(`whole model: ${arrived} queries arrived, ${latency.count} have a latency`);
}
const run: ModelRun = {
  queries: arrived,
  cpu_seconds,
  events: result.events_fired,
  mean_cu: compute!.active_cu_seconds / compute!.active_seconds,
  resizes: compute!.resizes,
  timeline_rows,
  decisions,
  peak_resident_bytes: peakResidentBytes(),
};
console.log(JSON.stringify(run));
