import type { Distribution } from '../../kernel/distribution.js';
import { type Draw, sampler } from '../../kernel/sampler.js';
import type { ComputeSpecification } from '../../scenario/scenario.js';
import type { Compute } from '../lifecycle/compute.js';
import { Alarm } from './alarm.js';
import type { RunContext } from './run-context.js';

/** A part of a compute: it finds the run and the other parts here, and has draws and events in the compute's name. */
export abstract class ComputePart {
  declare protected readonly context: RunContext;
  declare protected readonly compute: Compute;

  constructor(context: RunContext, compute: Compute) {
    this.context = context;
    this.compute = compute;
  }

  /** The compute in the scenario. */
  protected get specification(): ComputeSpecification {
    return this.context.scenario.computes[this.compute.index]!;
  }

  /** Draws from a distribution by the compute's stream for a purpose. */
  protected drawsOf(distribution: Distribution, purpose: string): Draw {
    return sampler(distribution, this.context.computeStream(this.compute.name, purpose));
  }

  /** An event of the given kind whose target is the compute. */
  protected alarmOf(kind: number): Alarm {
    return new Alarm(this.context.calendar, kind, this.compute.index);
  }
}
