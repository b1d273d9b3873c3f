/**
 * The interface of a policy: how the size of a compute follows its load, or when an idle compute is suspended. Export
 * one as the default of a module, or as `size` or `suspend`, and name the module's path in a scenario.
 *
 * @example
 * import type { SuspendPolicy } from 'neap/policy';
 *
 * const nights: SuspendPolicy<undefined> = {
 *   name: 'nights',
 *   description: 'Suspends at once between 22:00 and 06:00 UTC, and after an hour by day.',
 *   source: 'example',
 *   parameters: {},
 *   foresight: false,
 *   randomised: false,
 *   start: () => undefined,
 *   idle(state, { epoch_seconds }) {
 *     const hour = Math.floor(epoch_seconds / 3600) % 24;
 *     const night = hour >= 22 || hour < 6;
 *     return {
 *       state,
 *       suspend_after_seconds: night ? 0 : 3600,
 *       resume_after_seconds: Number.POSITIVE_INFINITY,
 *       reason: night ? 'night' : 'day',
 *     };
 *   },
 *   busy: (state) => state,
 * };
 * export default nights;
 *
 * @packageDocumentation
 */
export type { AgentConfiguration } from '../agent/configuration.js';
export type { ScalingGoal } from '../agent/goal.js';
export type * from './interface/policy-parameter.js';
export type * from './interface/size-policy.js';
export type * from './interface/suspend-policy.js';
export { SIZE_POLICIES } from './size-policies.js';
export { SUSPEND_POLICIES } from './suspend-policies.js';
