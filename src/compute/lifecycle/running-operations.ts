/** The management API's refusal of a call with 423, while operations of the project are in progress. */
export const OPERATIONS_IN_FLIGHT =
  'project already has running conflicting operations, scheduling of new ones is prohibited';

/**
 * The reason to refuse a call that needs operations; `undefined` if it is allowed.
 * @param in_flight operations of the project that are scheduled or running
 */
export function lockProblem(in_flight: number): string | undefined {
  return in_flight > 0 ? OPERATIONS_IN_FLIGHT : undefined;
}
