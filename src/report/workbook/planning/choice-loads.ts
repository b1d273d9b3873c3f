import type { GrowthStep, PlanResult } from '../../../study/plan/plan-result.js';
import type { PlanChoice } from './plan-choices.js';

/** The key of a column that belongs to a choice. */
export const choiceKey = (choice: number, of = 'choice') => `${of}${choice}`;

/** The loads at which each choice was simulated: months lie between them. */
export class ChoiceLoads {
  readonly choices: readonly PlanChoice[];
  readonly #recommendation: string | null;
  /** Ascending, today's among them. */
  readonly #steps: readonly (GrowthStep | { readonly factor: 1 })[];

  constructor(choices: readonly PlanChoice[], { growth, recommendation }: PlanResult) {
    this.choices = choices;
    this.#recommendation = recommendation;
    const others = growth.filter(
      (step) => step.factor !== 1 && choices.some((choice) => this.#simulated(choice, step)),
    );
    this.#steps = [{ factor: 1 as const }, ...others].toSorted((a, b) => a.factor - b.factor);
  }

  /** Whether any choice was simulated at another load than today's. */
  get grows(): boolean {
    return this.#steps.length > 1;
  }

  /** Loads that were simulated, ascending. */
  get factors(): readonly number[] {
    return this.#steps.map(({ factor }) => factor);
  }

  /** The loads, without a gap around today's, at which a choice was simulated. */
  range(choice: PlanChoice): { readonly least: number; readonly most: number } {
    const known = this.#steps.map((step) => !('tried' in step) || this.#simulated(choice, step));
    const today = this.#steps.findIndex((step) => !('tried' in step));
    let [first, last] = [today, today];
    while (known[first - 1]) first -= 1;
    while (known[last + 1]) last += 1;
    return { least: this.#steps[first]!.factor, most: this.#steps[last]!.factor };
  }

  /** CU-hours of a run of a choice at a load; `undefined` at today's, and if it was not simulated. */
  cuHours(choice: PlanChoice, index: number): number | undefined {
    const step = this.#steps[index]!;
    if (!('tried' in step)) return undefined;
    if (step.candidate === choice.candidate.name) return step.figures.cu_hours?.mean;
    return choice.candidate.name === this.#recommendation ? step.stays.figures.cu_hours?.mean : undefined;
  }

  #simulated(choice: PlanChoice, step: GrowthStep): boolean {
    const figures = step.candidate === choice.candidate.name ? step.figures : step.stays.figures;
    const isOwn = step.candidate === choice.candidate.name || choice.candidate.name === this.#recommendation;
    return isOwn && figures.cu_hours !== undefined && figures.cu_hours !== null;
  }
}
