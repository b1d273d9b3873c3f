import { AdapterError } from '../adapter-error.js';
import { isUnderWay, operationsEnded, requireSuccess } from '../operations-ended.js';
import type { PlatformAdapter, ReportedOperation } from '../platform-adapter.js';
import type { ApplyPlan, PlannedChange } from './apply-plan.js';
import { type MadeChange, makeChange } from './make-change.js';
import { mayBeDone, settledChange } from './settle-change.js';

/** An operation of a change that was made. */
export type AppliedOperation = Pick<ReportedOperation, 'id' | 'action' | 'status' | 'total_duration_ms'>;

/** A change that the service accepted, or that is in effect although its response was lost. */
export interface AppliedChange {
  readonly change: PlannedChange;
  /** Empty for a change of a branch. */
  readonly endpoint_id: string;
  /** As last seen. */
  readonly operations: readonly AppliedOperation[];
  /** Time from the call to the end of its operations, in ms of the adapter's time; absent while they are running. */
  readonly took_ms?: number;
  /** The response was lost; the change is visible in the project, but its operations are unknown. */
  readonly answer_lost?: true;
}

/** Outcome of each change of a plan. */
export interface ApplyOutcome {
  readonly applied: readonly AppliedChange[];
  /** Changes without a response whose effect could not be determined. */
  readonly unknown: readonly PlannedChange[];
  /** Changes that were not made. */
  readonly left: readonly PlannedChange[];
  /** Whether all changes were made, a stop was requested, or a call or operation failed. */
  readonly ended: 'done' | 'stopped' | 'failed';
  /** Failure of the first change left or unknown, or of an operation of the last applied change. */
  readonly failure?: AdapterError;
}

export interface ApplyOptions {
  /** Stops after the call in flight. */
  readonly signal?: AbortSignal;
  readonly poll_ms?: number;
  /** Called before each change. */
  readonly onBegin?: (change: PlannedChange) => void;
  /** Called after the operations of each change have ended. */
  readonly onApplied?: (applied: AppliedChange) => void;
}

/**
 * Carries out a plan one change at a time and waits for its operations. Stops at the first failure, which is
 * reported in the outcome and not thrown.
 */
export async function applyChanges(
  adapter: PlatformAdapter,
  { project, changes }: ApplyPlan,
  options: ApplyOptions = {},
): Promise<ApplyOutcome> {
  const applied: AppliedChange[] = [];
  // By name, because branches have no ids before they are created.
  const created = new Map<string, string>();
  for (const [place, planned] of changes.entries()) {
    const change = onBranch(planned, created);
    if (options.signal?.aborted === true) {
      return { applied, unknown: [], left: changes.slice(place), ended: 'stopped' };
    }
    options.onBegin?.(change);
    const began_ms = adapter.now_ms();
    let answer: MadeChange;
    try {
      answer = await makeChange(adapter, project.id, change);
    } catch (error) {
      const fate = await outcomeOfFailure(adapter, project.id, change, error);
      if (typeof fate === 'object') {
        if (change.kind === 'create_branch') created.set(change.branch.name, fate.id);
        const endpoint_id = isOfBranch(change) ? '' : fate.id;
        applied.push({ change, endpoint_id, operations: [], answer_lost: true });
        options.onApplied?.(applied.at(-1)!);
        continue;
      }
      const unknown = fate === 'unknown' ? [change] : [];
      const left = changes.slice(place + unknown.length);
      return { applied, unknown, left, ...endOf(error, options.signal) };
    }
    const { endpoint_id } = answer;
    let { operations } = answer;
    if (change.kind === 'create_branch') created.set(change.branch.name, answer.branch_id ?? '');
    try {
      operations = await operationsEnded(adapter, project.id, operations, options);
      requireSuccess(operations);
      const took_ms = adapter.now_ms() - began_ms;
      const done = { change, endpoint_id, operations: operations.map(shown), took_ms };
      applied.push(done);
      options.onApplied?.(done);
    } catch (error) {
      applied.push({ change, endpoint_id, operations: operations.map(shown) });
      return { applied, unknown: [], left: changes.slice(place + 1), ...endOf(error, options.signal) };
    }
  }
  return { applied, unknown: [], left: [], ended: 'done' };
}

/** Adds the id of the branch to a change, if the plan created that branch. */
function onBranch(change: PlannedChange, created: ReadonlyMap<string, string>): PlannedChange {
  const id = change.kind === 'create' ? created.get(change.branch.name) : undefined;
  return id === undefined || change.branch.id !== ''
    ? change
    : { ...change, branch: { ...change.branch, id } };
}

function isOfBranch({ kind }: PlannedChange): boolean {
  return kind === 'create_branch' || kind === 'delete_branch';
}

/** Determines the outcome of a change whose call failed, by reading the project once. */
async function outcomeOfFailure(
  adapter: PlatformAdapter,
  project_id: string,
  change: PlannedChange,
  error: unknown,
): Promise<{ readonly id: string } | 'not_made' | 'unknown'> {
  if (!(error instanceof AdapterError) || !mayBeDone(error)) return 'not_made';
  try {
    const id = await settledChange(adapter, project_id, change);
    return id === undefined ? 'not_made' : { id };
  } catch (failure) {
    if (failure instanceof AdapterError) return 'unknown';
    throw failure;
  }
}

/** Whether operations of an accepted change were still running when last seen. */
export function isStillRunning({ operations, took_ms }: AppliedChange): boolean {
  return took_ms === undefined && operations.some(isUnderWay);
}

function endOf(error: unknown, signal: AbortSignal | undefined): Pick<ApplyOutcome, 'ended' | 'failure'> {
  if (error instanceof AdapterError) return { ended: 'failed', failure: error };
  if (signal?.aborted === true) return { ended: 'stopped' };
  throw error;
}

function shown({ id, action, status, total_duration_ms }: ReportedOperation): AppliedOperation {
  return { id, action, status, total_duration_ms };
}
