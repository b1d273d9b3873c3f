import { AdapterError } from '../adapter-error.js';
import { isUnderWay, operationsEnded, requireSuccess } from '../operations-ended.js';
import type { PlatformAdapter, ReportedOperation } from '../platform-adapter.js';
import type { ApplyPlan, PlannedChange } from './apply-plan.js';
import { type MadeChange, makeChange } from './make-change.js';
import { mayBeDone, settledChange } from './settle-change.js';

/** An operation of a change that was made. */
export type AppliedOperation = Pick<ReportedOperation, 'id' | 'action' | 'status' | 'total_duration_ms'>;

/** A change that the service accepted, or that was seen to be made although its answer never came. */
export interface AppliedChange {
  readonly change: PlannedChange;
  /** Empty for a change of a branch. */
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
  /** A change without an answer, whose effect could not be determined afterwards. */
  readonly unknown: readonly PlannedChange[];
  /** Changes that were not made. */
  readonly left: readonly PlannedChange[];
  /** Why it ended early: a stop was requested, or a call failed. */
  readonly ended: 'done' | 'stopped' | 'failed';
  /** The failure: the call of the first change left or unknown, or an operation of the last one applied. */
  readonly failure?: AdapterError;
}

/** How a plan is carried out. */
export interface ApplyOptions {
  /** Ends it after the call in flight. */
  readonly signal?: AbortSignal;
  readonly poll_ms?: number;
  /** Told of each change before it is made. */
  readonly onBegin?: (change: PlannedChange) => void;
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
  // By name: branches have no ids before they are created.
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
      const fate = await fateOf(adapter, project.id, change, error);
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

/** A change with the id of its branch, if the branch was created before it. */
function onBranch(change: PlannedChange, created: ReadonlyMap<string, string>): PlannedChange {
  const id = change.kind === 'create' ? created.get(change.branch.name) : undefined;
  return id === undefined || change.branch.id !== ''
    ? change
    : { ...change, branch: { ...change.branch, id } };
}

function isOfBranch({ kind }: PlannedChange): boolean {
  return kind === 'create_branch' || kind === 'delete_branch';
}

/** The outcome of a change whose call failed: one look at the project decides, if it is reachable. */
async function fateOf(
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

/** Whether a change was accepted and its operations were not seen to end. */
export function goesOn({ operations, took_ms }: AppliedChange): boolean {
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
