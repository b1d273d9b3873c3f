/** Something that must always hold did not: a defect of the simulator, never of a scenario. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError';

  /**
   * @param invariant what must hold, in words
   * @param found what was found instead
   * @param seed the scenario's seed, which reproduces the run
   * @param time_seconds simulated time of the event that broke it
   * @param event what was happening
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
