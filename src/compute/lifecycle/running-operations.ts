/** The management API's refusal of a call, as 423, while operations of the project are in progress. */
export const OPERATIONS_IN_FLIGHT =
  'project already has running conflicting operations, scheduling of new ones is prohibited';

/**
 * Why a call that needs operations is refused; `undefined` when it is not.
 * @param in_flight operations of the project that are scheduled or run
 */
export function lockProblem(in_flight: number): string | undefined {
  return in_flight > 0 ? OPERATIONS_IN_FLIGHT : undefined;
}
