import { AdapterError } from './adapter-error.js';
import type { PlatformAdapter, ReportedOperation } from './platform-adapter.js';

/** How long and how often operations are checked, in ms; every field has a default. */
export interface OperationsEndedOptions {
  /** Time between two looks; a second unless given. */
  readonly poll_ms?: number;
  /** When to give up; ten minutes unless given. */
  readonly patience_ms?: number;
  readonly signal?: AbortSignal | undefined;
}

const POLL_MS = 1_000;
const PATIENCE_MS = 600_000;
/** How long an operation may be unknown: the lists of the real platform lag behind the calls that cause it. */
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
 * Waits in the adapter's time until operations have ended, well or badly.
 * @returns the operations as they ended, in the order given; those still under way when patience ran out as they
 *   were last seen
 * @throws AdapterError when they cannot be read; the signal's reason when it is aborted
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
      operation = (await lookedUp(adapter, project_id, operation.id, began_ms)) ?? operation;
    }
    ended.push(operation);
  }
  return ended;
}

async function lookedUp(
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
 * Waits until operations have ended, and expects them to have done what they were for.
 * @returns them as they ended, in the order given
 * @throws AdapterError `operation_failed`, or `operation_not_ended` when patience runs out; the signal's reason
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

/** Expects operations that were waited for to have done what they were for. @throws AdapterError as {@link operationsSucceeded} does */
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
