import type { RunOptions } from './run.js';

export { runCommand as declare } from './run.js';

/** Runs a scenario file in the mode that the options select; each mode is loaded only if needed. */
export async function act(file: string, options: RunOptions): Promise<number> {
  if (options.steadyState === true)
    return (await import('./run-steady-state.js')).runSteadyState(file, options);
  if (options.precision !== undefined || (options.replications ?? 1) > 1) {
    return (await import('./run-replications.js')).runReplications(file, options);
  }
  return (await import('./run-scenario.js')).runScenario(file, options);
}
