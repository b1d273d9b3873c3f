import type { Answer } from '../../api/contract.js';
import { AdapterError } from '../adapter-error.js';
import { isUnderWay, operationsSucceeded } from '../operations-ended.js';
import type { PlatformAdapter, ReportedOperation } from '../platform-adapter.js';
import type { ApplyPlan, ComputeChange } from './apply-plan.js';
import { mayBeDone, settledChange } from './settle-change.js';

/** An operation of a change that was made. */
export type AppliedOperation = Pick<ReportedOperation, 'id' | 'action' | 'status' | 'total_duration_ms'>;

/** A change that the service accepted, or that was seen to be made although its answer never came. */
export interface AppliedChange {
  readonly change: ComputeChange;
  readonly endpoint_id: string;
  /** As last seen. */
  readonly operations: readonly AppliedOperation[];
  /** From the call until its operations had ended, in ms of the adapter's time; absent while they go on. */
  readonly took_ms?: number;
  /** Its answer never came: it was seen in the project, and its operations are not known. */
  readonly answer_lost?: true;
}

/** How far a plan was carried out. */
export interface ApplyOutcome {
  readonly applied: readonly AppliedChange[];
  /** A change whose answer never came, and of which nothing could be seen afterwards. */
  readonly unknown: readonly ComputeChange[];
  /** Changes that were not made. */
  readonly left: readonly ComputeChange[];
  /** Why it ended early: somebody asked to stop, or a call failed. */
  readonly ended: 'done' | 'stopped' | 'failed';
  /** What failed: the call of the first change left or unknown, or an operation of the last one applied. */
  readonly failure?: AdapterError;
}

/** How a plan is carried out. */
export interface ApplyOptions {
  /** Ends it after the call in flight. */
  readonly signal?: AbortSignal;
  readonly poll_ms?: number;
  /** Told of each change before it is made. */
  readonly onBegin?: (change: ComputeChange) => void;
  /** Told of each change whose operations have ended. */
  readonly onApplied?: (applied: AppliedChange) => void;
}

/**
 * Carries out a plan, one change after the other, each with its operations. It ends with the first that fails and
 * never throws what the service says: what was done by then is in the outcome.
 */
export async function applyChanges(
  adapter: PlatformAdapter,
  { project, changes }: ApplyPlan,
  options: ApplyOptions = {},
): Promise<ApplyOutcome> {
  const applied: AppliedChange[] = [];
  for (const [place, change] of changes.entries()) {
    if (options.signal?.aborted === true) {
      return { applied, unknown: [], left: changes.slice(place), ended: 'stopped' };
    }
    options.onBegin?.(change);
    const began_ms = adapter.now_ms();
    let answer: Answer<'deleteProjectEndpoint'>;
    try {
      answer = await makeChange(adapter, project.id, change);
    } catch (error) {
      const fate = await fateOf(adapter, project.id, change, error);
      if (typeof fate === 'object') {
        applied.push({ change, endpoint_id: fate.endpoint_id, operations: [], answer_lost: true });
        options.onApplied?.(applied.at(-1)!);
        continue;
      }
      const unknown = fate === 'unknown' ? [change] : [];
      const left = changes.slice(place + unknown.length);
      return { applied, unknown, left, ...endOf(error, options.signal) };
    }
    const endpoint_id = answer?.endpoint.id ?? (change.kind === 'create' ? '' : change.endpoint_id);
    const operations = answer?.operations ?? [];
    try {
      const ended = await operationsSucceeded(adapter, project.id, operations, options);
      const took_ms = adapter.now_ms() - began_ms;
      const done = { change, endpoint_id, operations: ended.map(shown), took_ms };
      applied.push(done);
      options.onApplied?.(done);
    } catch (error) {
      applied.push({ change, endpoint_id, operations: operations.map(shown) });
      return { applied, unknown: [], left: changes.slice(place + 1), ...endOf(error, options.signal) };
    }
  }
  return { applied, unknown: [], left: [], ended: 'done' };
}

/** What became of a change whose call failed: one look at the project tells, where it can be looked at. */
async function fateOf(
  adapter: PlatformAdapter,
  project_id: string,
  change: ComputeChange,
  error: unknown,
): Promise<{ readonly endpoint_id: string } | 'not_made' | 'unknown'> {
  if (!(error instanceof AdapterError) || !mayBeDone(error)) return 'not_made';
  try {
    const endpoint_id = await settledChange(adapter, project_id, change);
    return endpoint_id === undefined ? 'not_made' : { endpoint_id };
  } catch (failure) {
    if (failure instanceof AdapterError) return 'unknown';
    throw failure;
  }
}

/** Whether a change was accepted and its operations were not seen to end. */
export function goesOn({ operations, took_ms }: AppliedChange): boolean {
  return took_ms === undefined && operations.some(isUnderWay);
}

function makeChange(
  adapter: PlatformAdapter,
  project_id: string,
  change: ComputeChange,
): Promise<Answer<'deleteProjectEndpoint'>> {
  switch (change.kind) {
    case 'create':
      return adapter.createProjectEndpoint({
        project_id,
        endpoint: {
          branch_id: change.branch.id,
          type: change.type,
          name: change.compute,
          ...change.settings,
        },
      });
    case 'update':
      return adapter.updateProjectEndpoint({
        project_id,
        endpoint_id: change.endpoint_id,
        endpoint: Object.fromEntries(change.differences.map(({ setting, after }) => [setting, after])),
      });
    case 'delete':
      return adapter.deleteProjectEndpoint({ project_id, endpoint_id: change.endpoint_id });
  }
}

function endOf(error: unknown, signal: AbortSignal | undefined): Pick<ApplyOutcome, 'ended' | 'failure'> {
  if (error instanceof AdapterError) return { ended: 'failed', failure: error };
  if (signal?.aborted === true) return { ended: 'stopped' };
  throw error;
}

function shown({ id, action, status, total_duration_ms }: ReportedOperation): AppliedOperation {
  return { id, action, status, total_duration_ms };
}
