import type { ComputeProcess } from './compute-process.js';
import type { RunContext } from './run-context.js';

/**
 * Checks what must hold between any two events, for every compute: no query is lost or counted twice,
 * nothing is served while a compute is not active, sizes and connections stay within their limits.
 * @param event what has just happened, for the message
 */
export function checkInvariants(
  context: RunContext,
  computes: readonly ComputeProcess[],
  event: string,
): void {
  let inside = 0;
  for (const compute of computes) {
    const { meters, slots, state, cu, limits, execution } = compute;
    const open = meters.arrived - meters.completed - meters.failed;
    if (open < 0) context.broken('arrived ≥ completed + failed', `${open} on ${compute.name}`, event);
    inside += open;
    if (slots.open < 0 || slots.open > slots.limit) {
      context.broken('0 ≤ connections ≤ limit', `${slots.open} of ${slots.limit} on ${compute.name}`, event);
    }
    if (state !== 'active') {
      if (cu !== 0) context.broken('size is 0 unless active', `${cu} CU while ${state}`, event);
      if (execution.busy !== 0) {
        context.broken('nothing is served unless active', `${execution.busy} queries while ${state}`, event);
      }
    } else if (cu < limits.min_cu || cu > limits.max_cu) {
      context.broken('minimum ≤ size ≤ maximum', `${cu} CU in ${limits.min_cu} to ${limits.max_cu}`, event);
    }
  }
  if (inside !== context.queries.live) {
    context.broken(
      'arrived = completed + failed + in flight',
      `${inside} by count, ${context.queries.live} in the table`,
      event,
    );
  }
}
