import type { Answer, CallId, Input } from '../api/contract.js';
import type { Operation } from '../platform/operations/operation.js';

/** An operation as an adapter reports it. */
export interface ReportedOperation extends Operation {
  /** Reason of a failure. */
  readonly error?: string | undefined;
}

/** Every call of the management API as a method that takes one input object and returns the API's response. */
export type PlatformCalls = {
  [Id in CallId]: unknown extends Input<Id>
    ? () => Promise<Answer<Id>>
    : Record<never, never> extends Input<Id>
      ? (input?: Input<Id>) => Promise<Answer<Id>>
      : (input: Input<Id>) => Promise<Answer<Id>>;
};

/**
 * The management API and its clock. One implementation runs the rules in process in simulated time, the other
 * calls a service over HTTP in wall-clock time.
 *
 * Calls have the names of the API's operations, take one input object with ids and body like {@link Platform}, and
 * return the API's responses. A delete returns `undefined` if there was nothing to delete. A response may have more
 * fields than its type. A refused call rejects with an {@link AdapterError}.
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
   * Lets a span of the adapter's time pass: immediately in simulated time, otherwise by sleeping.
   * @throws the signal's reason as soon as it is aborted
   */
  wait(span_ms: number, signal?: AbortSignal): Promise<void>;
  /** Closes connections and timers; do not call any method afterwards. */
  close(): Promise<void>;
}
