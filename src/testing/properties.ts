/**
 * Random scenarios and random calls of the management API, for property-based tests. Needs `fast-check` as well.
 *
 * ```ts
 * import fc from 'fast-check';
 * import { test } from 'vitest';
 * import { scenarioDocuments } from 'neap/properties';
 * import { assertInvariants, recordDocument } from 'neap/testing';
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
 * The documents are plain data: narrow them by constraints (`{ events: 0 }`), or edit them before the run
 * (`{ ...document, plan: 'free' }`).
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
export * from './property/assert-scenarios.js';
export * from './property/shrink-document.js';
