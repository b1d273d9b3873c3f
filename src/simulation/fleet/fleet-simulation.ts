import type { Scenario } from '../../scenario/scenario.js';
import { FleetRecord } from '../outcome/fleet-record.js';
import type { RunObservations } from '../run/observation.js';
import { Simulation, type SimulationOptions } from '../simulation.js';
import { type FleetPart, fleetParts, joinedObservations } from './fleet-parts.js';

/** A run that is advanced in slices. */
export type SlicedRun = Pick<Simulation, 'now_seconds' | 'arrived' | 'advance' | 'observations'>;

/**
 * Begins a run of a scenario: of a fleet part after part where that is possible, which takes less time and less memory,
 * and shows the same.
 */
export function beginRun(scenario: Scenario, options: SimulationOptions = {}): SlicedRun {
  const parts = fleetParts(scenario);
  return parts === undefined
    ? new Simulation(scenario, options)
    : new FleetSimulation(scenario, parts, options);
}

/**
 * A run of a fleet, part after part in this thread. The observer is told everything at the end; a {@link FleetRecord}
 * takes it in for somebody else to tell.
 */
class FleetSimulation implements SlicedRun {
  readonly #scenario: Scenario;
  readonly #parts: readonly FleetPart[];
  readonly #options: SimulationOptions;
  readonly #record: FleetRecord | undefined;
  readonly #seen: RunObservations[] = [];
  #current: Simulation | undefined;
  /** Queries that have arrived in the parts that are done. */
  #arrived = 0;

  constructor(scenario: Scenario, parts: readonly FleetPart[], options: SimulationOptions) {
    const { observer } = options;
    this.#scenario = scenario;
    this.#parts = parts;
    this.#options = options;
    this.#record = observer === undefined || observer instanceof FleetRecord ? observer : new FleetRecord();
  }

  /** The share that is done of the parts, as simulated time. */
  get now_seconds(): number {
    const { duration_seconds } = this.#scenario;
    const current = (this.#current?.now_seconds ?? 0) / duration_seconds;
    return (duration_seconds * (this.#seen.length + current)) / this.#parts.length;
  }

  get arrived(): number {
    return this.#arrived + (this.#current?.arrived ?? 0);
  }

  advance(events: number): boolean {
    const part = this.#parts[this.#seen.length];
    if (part === undefined) return true;
    this.#current ??= new Simulation(part.scenario, {
      ...this.#options,
      ...(this.#record && { observer: this.#record }),
    });
    if (!this.#current.advance(events)) return false;
    this.#arrived += this.#current.arrived;
    this.#seen.push(this.#current.observations());
    this.#current = undefined;
    if (this.#seen.length < this.#parts.length) return false;
    const { observer } = this.#options;
    if (observer !== this.#record)
      this.#record!.tell(observer!, this.#scenario.fleet!.name, this.#scenario.computes);
    return true;
  }

  observations(): RunObservations {
    if (this.#seen.length < this.#parts.length) throw new Error('the simulation has not reached its end');
    return joinedObservations(this.#parts, this.#seen);
  }
}
