import type { Scenario } from '../../scenario/scenario.js';
import { type ComputesTold, KeptComputes, type RunShown, tellComputes } from '../outcome/computes-told.js';
import { FleetRecord } from '../outcome/fleet-record.js';
import { Simulation, type SimulationOptions } from '../simulation.js';
import { type FleetPart, fleetParts, JoinedParts } from './fleet-parts.js';

/** A run that is advanced in slices. */
export type SlicedRun = Pick<Simulation, 'now_seconds' | 'arrived' | 'advance' | 'observations'>;

/** A run that passes each compute to a receiver, which need not keep it. */
export interface ToldRun extends Omit<SlicedRun, 'observations'> {
  /** The results except the computes, once the run has ended. */
  shown(): RunShown;
}

/**
 * Begins a run of a scenario. A fleet is run part by part if possible, which takes less time and memory and gives the
 * same results.
 */
export function beginRun(scenario: Scenario, options: SimulationOptions = {}): SlicedRun {
  const parts = fleetParts(scenario);
  if (parts === undefined) return new Simulation(scenario, options);
  const kept = new KeptComputes();
  const run = new FleetSimulation(scenario, parts, kept, options);
  return Object.assign(run, { observations: () => kept.observations(run.shown()) });
}

/** Begins a run that passes each compute to a receiver; those of a fleet as soon as their part has been run. */
export function beginToldRun(scenario: Scenario, to: ComputesTold, options: SimulationOptions = {}): ToldRun {
  const parts = fleetParts(scenario);
  if (parts !== undefined) return new FleetSimulation(scenario, parts, to, options);
  const run = new Simulation(scenario, options);
  return Object.assign(run, {
    shown() {
      const observations = run.observations();
      tellComputes(observations, to);
      return observations;
    },
  });
}

/**
 * A run of a fleet, part by part in this thread. The observer is notified at the end; a {@link FleetRecord} keeps the
 * results for another thread to report.
 */
class FleetSimulation implements ToldRun {
  readonly #scenario: Scenario;
  readonly #parts: readonly FleetPart[];
  readonly #options: SimulationOptions;
  readonly #record: FleetRecord | undefined;
  readonly #joined: JoinedParts;
  #current: Simulation | undefined;
  /** Queries that have arrived in the completed parts. */
  #arrived = 0;

  constructor(scenario: Scenario, parts: readonly FleetPart[], to: ComputesTold, options: SimulationOptions) {
    const { observer } = options;
    this.#scenario = scenario;
    this.#parts = parts;
    this.#options = options;
    this.#joined = new JoinedParts(to);
    this.#record =
      observer === undefined || observer instanceof FleetRecord ? observer : new FleetRecord(options.packing);
  }

  /** The completed share of the parts, as simulated time. */
  get now_seconds(): number {
    const { duration_seconds } = this.#scenario;
    const current = (this.#current?.now_seconds ?? 0) / duration_seconds;
    return (duration_seconds * (this.#joined.taken + current)) / this.#parts.length;
  }

  get arrived(): number {
    return this.#arrived + (this.#current?.arrived ?? 0);
  }

  advance(events: number): boolean {
    const part = this.#parts[this.#joined.taken];
    if (part === undefined) return true;
    this.#current ??= new Simulation(part.scenario, {
      ...this.#options,
      ...(this.#record && { observer: this.#record }),
    });
    if (!this.#current.advance(events)) return false;
    this.#arrived += this.#current.arrived;
    this.#joined.add(part, this.#current.observations());
    this.#current = undefined;
    if (this.#joined.taken < this.#parts.length) return false;
    const { observer } = this.#options;
    if (observer !== this.#record)
      this.#record!.tell(observer!, this.#scenario.fleet!.name, this.#scenario.computes);
    return true;
  }

  shown(): RunShown {
    if (this.#joined.taken < this.#parts.length) throw new Error('the simulation has not reached its end');
    return this.#joined.shown();
  }
}
