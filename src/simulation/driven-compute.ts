import type { EndpointRecord } from '../platform/endpoint.js';
import type { ComputeUpdate } from '../scenario/scenario.js';

/** A call of somebody else on the management API, as the simulated compute is told of it. */
export type ForeignCall =
  | { readonly kind: 'start' | 'suspend' | 'restart' }
  | { readonly kind: 'update'; readonly set: ComputeUpdate };

const SETTINGS = [
  'autoscaling_limit_min_cu',
  'autoscaling_limit_max_cu',
  'suspend_timeout_seconds',
] as const satisfies readonly (keyof ComputeUpdate & keyof EndpointRecord)[];

type Row = Pick<EndpointRecord, (typeof SETTINGS)[number] | 'current_state' | 'pending_state'>;

/** What somebody must have called for an endpoint to have changed so, in the order in which it takes effect. */
export function foreignCalls(before: Row, after: Row): readonly ForeignCall[] {
  const set: { -readonly [Name in keyof ComputeUpdate]: number } = {};
  for (const name of SETTINGS) if (after[name] !== before[name]) set[name] = after[name];
  const edited = Object.keys(set).length > 0;
  const resized = set.autoscaling_limit_min_cu !== undefined || set.autoscaling_limit_max_cu !== undefined;
  const move = moveOf(before, after);
  return [
    ...(edited ? [{ kind: 'update', set } as const] : []),
    // The restart for another size is part of the update.
    ...(move === undefined || (move === 'restart' && resized) ? [] : [{ kind: move }]),
  ];
}

function moveOf(before: Row, after: Row): 'start' | 'suspend' | 'restart' | undefined {
  if (after.pending_state === before.pending_state) return undefined;
  if (after.pending_state === 'active' && after.current_state === 'idle') {
    return before.current_state === 'active' ? 'restart' : 'start';
  }
  return after.pending_state === 'idle' && after.current_state === 'active' ? 'suspend' : undefined;
}

/** Whether an endpoint runs, or is on its way to. */
export function isAwake({ current_state, pending_state }: Row): boolean {
  return (pending_state ?? current_state) === 'active';
}
