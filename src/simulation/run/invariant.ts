/** A violated invariant: a defect of the simulator, never of a scenario. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError';

  /**
   * @param invariant the expected condition
   * @param found the actual state
   * @param seed the scenario's seed, which reproduces the run
   * @param time_seconds simulated time of the event that violated it
   * @param event the current event
   */
  constructor(
    readonly invariant: string,
    readonly found: string,
    readonly seed: string,
    readonly time_seconds: number,
    readonly event: string,
  ) {
    super(
      `invariant broken: ${invariant}; found ${found} (seed ${seed}, simulated time ${time_seconds} s, event ${event})`,
    );
  }
}
