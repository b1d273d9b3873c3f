import { AdapterError } from './adapter-error.js';
import { isUnderWay, type OperationsEndedOptions, operationsEnded } from './operations-ended.js';
import type { PlatformAdapter, ReportedOperation } from './platform-adapter.js';

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
  for (const operation of ended) {
    const { status, action, id, error } = operation;
    const name = `the operation ${action} (${id})`;
    if (isUnderWay(operation)) {
      const message = `${name} is still ${status}; it goes on without being waited for`;
      throw new AdapterError({ status: 0, code: 'operation_not_ended', message });
    }
    if (status === 'finished' || status === 'skipped') continue;
    const message = `${name} ended as ${status}${error === undefined ? '' : `: ${error}`}`;
    throw new AdapterError({ status: 0, code: 'operation_failed', message });
  }
  return ended;
}
