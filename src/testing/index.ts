/**
 * What test suites need: a management API ({@link withEmulator}) and databases ({@link withPostgres}) for one test,
 * matchers of runs, random scenarios and calls, and the invariants that hold for every run.
 *
 * Needs `fast-check` beside it. A suite that checks every invariant over a hundred random scenarios:
 *
 * ```ts
 * import fc from 'fast-check';
 * import { test } from 'vitest';
 * import { assertInvariants, recordDocument, scenarioDocuments } from 'neap/testing';
 *
 * test('whatever is simulated, the invariants hold', async () => {
 *   await fc.assert(
 *     fc.asyncProperty(scenarioDocuments({ computes: 2 }), async (document) => {
 *       assertInvariants(await recordDocument(document));
 *     }),
 *     { seed: 1, numRuns: 100 },
 *   );
 * });
 * ```
 *
 * A failure names the invariant and prints the scenario, so that the run can be replayed:
 * `INV-15 (sizes stay within the limits in force): primary at 12 s: 4 CU, the limits are 0.25 to 2`.
 *
 * The documents are plain data: a suite narrows them by constraints (`{ events: 0 }`), or by changing them
 * before they are run (`{ ...document, plan: 'free' }`). For a scenario of one's own, `recordRun` takes what
 * `loadScenario` gives:
 *
 * ```ts
 * const record = recordRun(await loadScenario('scenarios/weekday-saas.yaml'));
 * expect(checkInvariants(record)).toEqual([]);
 * expect(record.decisions.filter((row) => row.decision === 'restart')).toEqual([]);
 * ```
 *
 * @module
 */
export * from './arbitrary/arrival-arbitrary.js';
export * from './arbitrary/client-arbitrary.js';
export {
  type ArbitraryLimits,
  computeDocuments,
  computeSizes,
  suspendTimeouts,
} from './arbitrary/compute-arbitrary.js';
export { durationDistributions, type Json, type JsonMapping } from './arbitrary/distribution-arbitrary.js';
export { eventDocuments } from './arbitrary/event-arbitrary.js';
export { faultDocuments } from './arbitrary/fault-arbitrary.js';
export { type FleetDocument, fleetDocuments } from './arbitrary/fleet-arbitrary.js';
export * from './arbitrary/load-arbitrary.js';
export { modelDocuments } from './arbitrary/model-arbitrary.js';
export * from './arbitrary/scenario-arbitrary.js';
export { countTraces, type RecordedTrace } from './arbitrary/trace-arbitrary.js';
export type { AccountModel, BranchModel, EndpointModel, ProjectModel } from './commands/account-model.js';
export type { PlatformUnderTest } from './commands/compare-account.js';
export type { ComputeChoice } from './commands/endpoint-commands.js';
export type { PlatformCommand } from './commands/platform-command.js';
export * from './commands/platform-commands.js';
export type { FakeTimers } from './emulator/fake-timers.js';
export * from './emulator/with-emulator.js';
export * from './emulator/with-postgres.js';
export { assertInvariants, checkInvariants, INVARIANTS } from './invariant/check-invariants.js';
export * from './invariant/client-invariants.js';
export type { Invariant } from './invariant/invariant.js';
export * from './invariant/lifecycle-invariants.js';
export * from './invariant/liveness-invariants.js';
export * from './invariant/query-invariants.js';
export * from './invariant/run-record.js';
export * from './invariant/size-invariants.js';
export * from './invariant/timeline-invariants.js';
export * from './matchers/judgements.js';
export * from './matchers/matchers.js';
export * from './property/assert-scenarios.js';
export * from './property/shrink-document.js';
