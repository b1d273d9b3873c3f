import type { Scenario } from '../../scenario/scenario.js';
import { KeptComputes } from '../outcome/compute-sink.js';
import { FleetRecord } from '../outcome/fleet-record.js';
import type { RunObservations } from '../run/observation.js';
import { Simulation, type SimulationOptions } from '../simulation.js';
import { type FleetPart, fleetParts, JoinedParts } from './fleet-parts.js';

/**
 * A run that is advanced in slices. A fleet is run part by part in this thread if possible, which takes less time and
 * memory and gives the same results. The observer of such a fleet is notified at the end; a {@link FleetRecord} keeps the
 * results for another thread to report.
 */
export class SlicedRun {
  readonly #scenario: Scenario;
  readonly #parts: readonly FleetPart[];
  readonly #options: SimulationOptions;
  readonly #observer: SimulationOptions['observer'];
  /** Where the parts of a fleet are recorded; `undefined` if the observer receives everything itself. */
  readonly #record: FleetRecord | undefined;
  readonly #kept = new KeptComputes();
  readonly #joined = new JoinedParts(this.#kept);
  #current: Simulation | undefined;
  /** Queries that have arrived in the completed parts. */
  #arrived = 0;

  constructor(scenario: Scenario, options: SimulationOptions = {}) {
    const parts = fleetParts(scenario);
    const { observer } = options;
    this.#scenario = scenario;
    this.#observer = observer;
    this.#parts = parts ?? [{ scenario, places: [...scenario.computes.keys()] }];
    this.#record =
      parts === undefined || observer === undefined || observer instanceof FleetRecord
        ? undefined
        : new FleetRecord(options.packing);
    this.#options = { ...options, ...(this.#record && { observer: this.#record }) };
  }

  /** The completed share of the parts, as simulated time. */
  get now_seconds(): number {
    const { duration_seconds } = this.#scenario;
    return (duration_seconds * this.#joined.taken + (this.#current?.now_seconds ?? 0)) / this.#parts.length;
  }

  /** Queries that have arrived so far, for progress. */
  get arrived(): number {
    return this.#arrived + (this.#current?.arrived ?? 0);
  }

  /**
   * Fires up to the given number of events.
   * @returns whether the end of the scenario has been reached
   * @throws as {@link Simulation.advance}
   */
  advance(events: number): boolean {
    const part = this.#parts[this.#joined.taken];
    if (part === undefined) return true;
    this.#current ??= new Simulation(part.scenario, this.#options);
    if (!this.#current.advance(events)) return false;
    this.#arrived += this.#current.arrived;
    this.#joined.add(part, this.#current.observations());
    this.#current = undefined;
    if (this.#joined.taken < this.#parts.length) return false;
    const { fleet, computes } = this.#scenario;
    this.#record?.replay(this.#observer!, fleet!.name, computes);
    return true;
  }

  /** The results, once the run has ended. */
  observations(): RunObservations {
    if (this.#joined.taken < this.#parts.length) throw new Error('the simulation has not reached its end');
    return this.#kept.observations(this.#joined.shown);
  }
}
