import type { CauseObservations } from '../run/cause-observations.js';
import type { FidelityObservations } from '../run/fidelity-observations.js';
import type { ComputeObservations, RunObservations } from '../run/observation.js';

/** Data about a compute in addition to its observations; absent as in {@link RunObservations}. */
export interface ComputeDetails {
  readonly causes?: readonly CauseObservations[] | undefined;
  readonly fidelity?: FidelityObservations | undefined;
}

/** Receives the observations of each compute of a run, one after the other in the order of the scenario. */
export interface ComputeSink {
  add(seen: ComputeObservations, details: ComputeDetails): void;
}

/** The observations of a run except its computes. */
export type RunFigures = Omit<RunObservations, 'computes' | 'causes' | 'fidelity'>;

export function passComputes({ computes, causes, fidelity }: RunObservations, to: ComputeSink): void {
  computes.forEach((seen, place) => {
    to.add(seen, { causes: causes?.[place], fidelity: fidelity?.[place] });
  });
}

/** Keeps all computes that it receives. */
export class KeptComputes implements ComputeSink {
  readonly #computes: ComputeObservations[] = [];
  readonly #causes: (readonly CauseObservations[])[] = [];
  readonly #fidelity: FidelityObservations[] = [];

  add(seen: ComputeObservations, { causes, fidelity }: ComputeDetails): void {
    this.#computes.push(seen);
    if (causes !== undefined) this.#causes.push(causes);
    if (fidelity !== undefined) this.#fidelity.push(fidelity);
  }

  /** @param run the other observations of the run */
  observations(run: RunFigures): RunObservations {
    return {
      ...run,
      computes: this.#computes,
      ...(this.#causes.length > 0 && { causes: this.#causes }),
      ...(this.#fidelity.length > 0 && { fidelity: this.#fidelity }),
    };
  }
}
