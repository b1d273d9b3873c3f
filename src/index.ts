/**
 * neap as a library: read a scenario, run it, read the result.
 *
 * Beside it: `neap/plan` makes many runs and decides by them, `neap/policy` is what it takes to write a policy,
 * `neap/adapter` calls the management API, `neap/emulator` serves it, `neap/testing` is for property-based suites.
 *
 * Importing the simulation sets flags of V8 for the whole process, so that a long run takes about a tenth less time.
 *
 * @example
 * import { loadScenario, simulate, summarise } from 'neap';
 *
 * const scenario = await loadScenario('scenarios/hobby-app.yaml');
 * const summary = summarise(scenario, simulate(scenario));
 * console.log(summary.total.cost_usd, summary.total.wake_probability);
 *
 * @packageDocumentation
 */
export type { FileAccess } from './files/file-access.js';
export { type Diagnostic, renderDiagnostic, ScenarioError } from './scenario/document/diagnostic.js';
export {
  loadScenario,
  parseScenario,
  type ScenarioOptions,
  type ScenarioTextOptions,
  scenarioJsonSchema,
} from './scenario/load-scenario.js';
export type { Assumption, Scenario } from './scenario/scenario.js';
export { PolicyError } from './simulation/policy/policy-error.js';
export { InvariantError } from './simulation/run/invariant.js';
export type {
  ComputeObservations,
  DecisionRow,
  Observer,
  RunObservations,
  TimelineRow,
} from './simulation/run/observation.js';
export { Simulation, type SimulationOptions, simulate } from './simulation/simulation.js';
export type { ComputeSummary } from './study/run/compute-summary.js';
export type { FleetSummary } from './study/run/fleet-summary.js';
export { Replications } from './study/run/replicated-summary.js';
export { type Summary, summarise, summaryJson } from './study/run/summary.js';
export { TraceError } from './workload/trace/reading/trace-error.js';
