import { AdapterError } from './adapter-error.js';
import type { PlatformAdapter, ReportedOperation } from './platform-adapter.js';

/** Polling of operations; every field has a default. */
export interface OperationsEndedOptions {
  /** Time between two polls, in ms; a second by default. */
  readonly poll_ms?: number;
  /** Time after which to give up, in ms; ten minutes by default. */
  readonly patience_ms?: number;
  readonly signal?: AbortSignal | undefined;
}

const POLL_MS = 1_000;
const PATIENCE_MS = 600_000;
/** Time for which an operation may be missing: lists of the real platform lag behind the calls. */
const UNKNOWN_MS = 10_000;
const IN_FLIGHT: readonly string[] = [
  'scheduling',
  'running',
  'cancelling',
] satisfies readonly ReportedOperation['status'][];

/** Whether an operation still holds its project's lock. */
export function isUnderWay({ status }: Pick<ReportedOperation, 'status'>): boolean {
  return IN_FLIGHT.includes(status);
}

/**
 * Waits in the adapter's time until operations have ended, successfully or not.
 * @returns the final operations in the given order; those still running after the timeout in their last seen state
 * @throws AdapterError if they cannot be read; the signal's reason if it is aborted
 */
export async function operationsEnded(
  adapter: PlatformAdapter,
  project_id: string,
  operations: readonly ReportedOperation[],
  { poll_ms = POLL_MS, patience_ms = PATIENCE_MS, signal }: OperationsEndedOptions = {},
): Promise<readonly ReportedOperation[]> {
  const ended: ReportedOperation[] = [];
  const began_ms = adapter.now_ms();
  for (let operation of operations) {
    while (isUnderWay(operation) && adapter.now_ms() - began_ms < patience_ms) {
      await adapter.wait(poll_ms, signal);
      operation = (await fetchOperation(adapter, project_id, operation.id, began_ms)) ?? operation;
    }
    ended.push(operation);
  }
  return ended;
}

async function fetchOperation(
  adapter: PlatformAdapter,
  project_id: string,
  operation_id: string,
  began_ms: number,
): Promise<ReportedOperation | undefined> {
  try {
    return (await adapter.getProjectOperation({ project_id, operation_id })).operation;
  } catch (error) {
    const early = adapter.now_ms() - began_ms < UNKNOWN_MS;
    if (error instanceof AdapterError && error.status === 404 && early) return undefined;
    throw error;
  }
}

/**
 * Waits until operations have ended successfully.
 * @returns the final operations, in the given order
 * @throws AdapterError `operation_failed`, or `operation_not_ended` after the timeout; the signal's reason
 */
export async function operationsSucceeded(
  adapter: PlatformAdapter,
  project_id: string,
  operations: readonly ReportedOperation[],
  options: OperationsEndedOptions = {},
): Promise<readonly ReportedOperation[]> {
  const ended = await operationsEnded(adapter, project_id, operations, options);
  requireSuccess(ended);
  return ended;
}

/** Checks that operations ended successfully. @throws AdapterError as {@link operationsSucceeded} does */
export function requireSuccess(ended: readonly ReportedOperation[]): void {
  for (const operation of ended) {
    const { status, action, id, error } = operation;
    const name = `the operation ${action} (${id})`;
    if (isUnderWay(operation)) {
      const message = `${name} is still ${status}; it continues without being waited for`;
      throw new AdapterError({ status: 0, code: 'operation_not_ended', message });
    }
    if (status === 'finished' || status === 'skipped') continue;
    const message = `${name} ended as ${status}${error === undefined ? '' : `: ${error}`}`;
    throw new AdapterError({ status: 0, code: 'operation_failed', message });
  }
}
