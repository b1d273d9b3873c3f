/**
 * Tools for test suites: a management API ({@link withEmulator}) and databases ({@link withPostgres}) for one test,
 * matchers of runs, and the invariants that hold for every run. Random scenarios and calls are in `neap/properties`.
 *
 * ```ts
 * const record = recordRun(await loadScenario('scenarios/weekday-saas.yaml'));
 * expect(checkInvariants(record)).toEqual([]);
 * expect(record.decisions.filter((row) => row.decision === 'restart')).toEqual([]);
 * ```
 *
 * @module
 */
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
