/**
 * The management API from a program: the same calls on a service over HTTP, and on the rules in process in
 * simulated time.
 *
 * ```ts
 * import { HttpAdapter, operationsSucceeded, simulatedAccount } from 'neap/adapter';
 *
 * const adapter = process.env.NEON_API_KEY
 *   ? new HttpAdapter({
 *       base_url: 'https://console.neon.tech/api/v2',
 *       api_key: process.env.NEON_API_KEY,
 *     })
 *   : simulatedAccount({ start_ms: Date.now() });
 * const { project, operations } = await adapter.createProject({ project: { name: 'trial' } });
 * await operationsSucceeded(adapter, project.id, operations);
 * await adapter.deleteProject({ project_id: project.id });
 * ```
 *
 * @packageDocumentation
 */

export * from './adapter/adapter-error.js';
export * from './adapter/http-adapter.js';
export * from './adapter/observe/created-resources.js';
export type { Observed, ObserveOptions } from './adapter/observe/observation.js';
export * from './adapter/observe/observation-plan.js';
export { observeScenario } from './adapter/observe/observe-scenario.js';
export * from './adapter/observe/undo.js';
export * from './adapter/operations-ended.js';
export type * from './adapter/platform-adapter.js';
export { NO_RETRIES, RETRY_POLICY, type RetryPolicy } from './adapter/retry.js';
export * from './adapter/simulated-adapter.js';
export type { AdapterClock } from './adapter/wall-clock.js';
