/** The client's error above the limit. Source: documentation of connection errors, 2024-11. */
export const ACTIVE_COMPUTES_EXCEEDED =
  'You have exceeded the limit of concurrently active endpoints. Please suspend some endpoints and try again.';

/** Whether a compute counts towards the limit of active ones: all except the primary of the default branch. */
export function countsAsLimited(type: string, branch: string, default_branch: string): boolean {
  return type !== 'read_write' || branch !== default_branch;
}
