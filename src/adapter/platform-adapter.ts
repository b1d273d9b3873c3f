import type { Answer, CallId, Input } from '../api/contract.js';
import type { Operation } from '../platform/operations/operation.js';

/** An operation as an adapter reports it. */
export interface ReportedOperation extends Operation {
  /** Why it failed, where it did. */
  readonly error?: string | undefined;
}

/** Every call of the management API as a method: input in one, answers as the API gives them. */
export type PlatformCalls = {
  [Id in CallId]: unknown extends Input<Id>
    ? () => Promise<Answer<Id>>
    : Record<never, never> extends Input<Id>
      ? (input?: Input<Id>) => Promise<Answer<Id>>
      : (input: Input<Id>) => Promise<Answer<Id>>;
};

/**
 * The management API and its clock, with either implementation: the rules in process in simulated time,
 * or a service over HTTP in wall-clock time.
 *
 * Calls are named as the API's operations, take their input as {@link Platform} does (ids and body in one) and
 * give the API's answers; `undefined` from a delete means that there was nothing to delete. An answer may hold
 * more than its type says. Every call rejects with an {@link AdapterError} when it is refused.
 *
 * ```ts
 * const { project, endpoints, operations } = await adapter.createProject({ project: { name: 'trial' } });
 * await operationsEnded(adapter, project.id, operations);
 * await adapter.restartProjectEndpoint({ project_id: project.id, endpoint_id: endpoints[0]!.id });
 * await adapter.deleteProject({ project_id: project.id });
 * ```
 */
export interface PlatformAdapter extends PlatformCalls {
  readonly kind: 'simulated' | 'http';

  /** The adapter's time, in ms since the epoch. */
  now_ms(): number;
  /**
   * Lets a span of the adapter's time pass: at once where time is simulated, else by sleeping.
   * @throws the signal's reason as soon as it is aborted
   */
  wait(span_ms: number, signal?: AbortSignal): Promise<void>;
  /** Closes connections and timers; no method may be called after it. */
  close(): Promise<void>;
}
