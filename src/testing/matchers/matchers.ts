import type { RunRecord } from '../invariant/run-record.js';
import { costsAtMost, type Judgement, meetsSlo, survivesSuspend } from './judgements.js';

/**
 * Matchers of runs for `expect.extend` of vitest and jest. With node:test, call the underlying functions: `const {
 * pass, message } = costsAtMost(run, 5); assert.ok(pass, message())`.
 *
 * ```ts
 * import { expect } from 'vitest';
 * import { matchers, type RunMatchers } from 'neap/testing';
 *
 * expect.extend(matchers);
 * declare module 'vitest' {
 *   interface Matchers<T> extends RunMatchers<T> {}
 * }
 *
 * expect(recordRun(scenario)).toMeetSlo('latency_p99 <= 300ms');
 * ```
 */
export const matchers = {
  toMeetSlo: (run: unknown, ...objectives: readonly string[]): Judgement =>
    meetsSlo(run as RunRecord, ...objectives),
  toCostAtMost: (run: unknown, usd: number): Judgement => costsAtMost(run as RunRecord, usd),
  toSurviveSuspend: (run: unknown): Judgement => survivesSuspend(run as RunRecord),
};

/** Types of the matchers, to be merged into a framework's interface. */
export interface RunMatchers<Result = unknown> {
  /** The run meets the scenario's `slo:`, or the given objectives, such as `latency_p99 <= 300ms`. */
  toMeetSlo(...objectives: readonly string[]): Result;
  /** The whole run costs at most this amount, in USD. */
  toCostAtMost(usd: number): Result;
  /** The compute was suspended at least once, and no query was lost because of it. */
  toSurviveSuspend(): Result;
}
