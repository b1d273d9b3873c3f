import type * as SimulationModule from '../src/simulation/simulation.js';
import { built } from './built.js';
import { withCpuSeconds } from './cpu-seconds.js';
import type { CrowdRun } from './crowd.js';
import { CLIENTS, crowdScenario } from './crowd-scenario.js';
import { WARM_UP_SECONDS } from './model-run.js';

// Runs as a separate process: crowd-model.ts SECONDS prints a CrowdRun of a scenario of that length.

const { simulate } = await built<typeof SimulationModule>('simulation/simulation.js');

const scenario = await crowdScenario(Number(process.argv[2]));
const observer = { timeline(): void {}, decision(): void {} };
simulate(await crowdScenario(WARM_UP_SECONDS), { observer });
const { result, cpu_seconds } = withCpuSeconds(() => simulate(scenario, { observer }));
const { arrived, completed, failed, in_flight, pooler } = result.computes[0]!;
if (arrived !== completed + failed + in_flight || pooler.clients_peak !== CLIENTS) {
  throw new Error(`crowd: ${arrived} queries arrived, at most ${pooler.clients_peak} clients at once`);
}
const run: CrowdRun = { queries: arrived, cpu_seconds };
console.log(JSON.stringify(run));
