/** The report of one run of the single-server queue, in C or on the kernel. */
export interface QueueRun {
  readonly customers: number;
  readonly cpu_seconds: number;
  /** In mean service times. */
  readonly mean_sojourn: number;
}

/** Utilization of the queue in every run. */
export const RHO = 0.8;

/** Five standard errors of the mean over the ten million customers of the shortest run. */
const TOLERANCE = 0.015;

/**
 * Customers per CPU second of a run whose mean sojourn time agrees with 1 / (1 − ρ).
 *
 * @param by the simulator, for the message
 * @throws Error if it does not agree, since the speed of a wrong simulation is worthless
 */
export function customersPerSecond(run: QueueRun, by: string): number {
  const expected = 1 / (1 - RHO);
  if (!(Math.abs(run.mean_sojourn - expected) <= TOLERANCE * expected)) {
    throw new Error(`M/M/1 ${by}: mean sojourn time ${run.mean_sojourn}, theory has ${expected}`);
  }
  return run.customers / run.cpu_seconds;
}
