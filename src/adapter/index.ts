/**
 * The management API from a program: the same calls on a service over HTTP, and on the rules in process in
 * simulated time.
 *
 * ```ts
 * import { setTimeout } from 'node:timers/promises';
 * import { HttpAdapter, operationsSucceeded, simulatedAccount } from 'neap/adapter';
 *
 * const adapter = process.env.NEON_API_KEY
 *   ? new HttpAdapter({
 *       base_url: 'https://console.neon.tech/api/v2',
 *       api_key: process.env.NEON_API_KEY,
 *       seed: String(process.pid),
 *       clock: {
 *         epochMs: Date.now,
 *         monotonicMs: () => performance.now(),
 *         sleep: (span_ms, signal) => setTimeout(span_ms, undefined, { signal }),
 *       },
 *     })
 *   : simulatedAccount({ start_ms: Date.now() });
 * const { project, operations } = await adapter.createProject({ project: { name: 'trial' } });
 * await operationsSucceeded(adapter, project.id, operations);
 * await adapter.deleteProject({ project_id: project.id });
 * ```
 *
 * @packageDocumentation
 */
export type * from './adapter-clock.js';
export * from './adapter-error.js';
export * from './http-adapter.js';
export * from './observe/belongings.js';
export * from './observe/observation-plan.js';
export * from './observe/observation-refused.js';
export type * from './observe/observe-options.js';
export * from './observe/observe-scenario.js';
export * from './observe/undo.js';
export * from './operations-ended.js';
export * from './operations-succeeded.js';
export type * from './platform-adapter.js';
export { NO_RETRIES, RETRY_POLICY, type RetryPolicy } from './retry.js';
export * from './simulated-account.js';
export * from './simulated-adapter.js';
