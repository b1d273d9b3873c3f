/** What one run of the single-server queue reports, in C and on the kernel alike. */
export interface QueueRun {
  readonly customers: number;
  readonly cpu_seconds: number;
  /** In mean service times. */
  readonly mean_sojourn: number;
}

/** Utilisation of the queue in every run. */
export const RHO = 0.8;

/** Five standard errors of the mean over the ten million customers of the shortest run. */
const TOLERANCE = 0.015;

/**
 * Customers per CPU second of a run whose mean sojourn time agrees with 1 / (1 − ρ).
 *
 * @param by who simulated the queue, for the message
 * @throws Error when it does not agree: a wrong simulation's speed is worth nothing
 */
export function customersPerSecond(run: QueueRun, by: string): number {
  const expected = 1 / (1 - RHO);
  if (!(Math.abs(run.mean_sojourn - expected) <= TOLERANCE * expected)) {
    throw new Error(`M/M/1 ${by}: mean sojourn time ${run.mean_sojourn}, theory has ${expected}`);
  }
  return run.customers / run.cpu_seconds;
}
