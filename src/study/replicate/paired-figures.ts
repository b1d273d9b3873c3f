import { figureInterval } from '../../figures/figure-interval.js';
import type { FigureName, RunFigures } from '../../figures/run-figures.js';
import type { MeanInterval } from '../../statistics/confidence-interval.js';
import { type PairedDifference, pairedDifference } from '../../statistics/paired-difference.js';

/** The figures of a variant's replications: a value per figure and replication, `null` if there was none. */
export class FigureSample {
  readonly #values = new Map<FigureName, (number | null)[]>();
  readonly names: readonly FigureName[];
  #arrived = 0;

  constructor(names: readonly FigureName[]) {
    this.names = names;
    for (const name of names) this.#values.set(name, []);
  }

  /** Takes the figures of the next replication. */
  add(figures: RunFigures): void {
    for (const [name, values] of this.#values) values.push(figures[name]);
    this.#arrived += figures.queries_arrived ?? 0;
  }

  /** One value a replication. */
  values(name: FigureName): readonly (number | null)[] {
    return this.#values.get(name) ?? [];
  }

  /** Mean and interval of the measured values; `null` if there are none. */
  interval(name: FigureName, confidence: number): MeanInterval | null {
    const measured = this.values(name).filter((value) => value !== null);
    return measured.length === 0 ? null : figureInterval(name, measured, this.#arrived, confidence);
  }

  intervals(confidence: number): Readonly<Partial<Record<FigureName, MeanInterval | null>>> {
    return Object.fromEntries(this.names.map((name) => [name, this.interval(name, confidence)]));
  }

  /** For each replication where both were measured, the value of this one and that of the other. */
  pairs(other: FigureSample, name: FigureName): readonly (readonly [number, number])[] {
    const others = other.values(name);
    return this.values(name).flatMap((value, replication): readonly (readonly [number, number])[] => {
      const counterpart = others[replication] ?? null;
      return value === null || counterpart === null ? [] : [[value, counterpart]];
    });
  }

  /** `other` − this, over the replications where both were measured; `null` with fewer than two. */
  difference(other: FigureSample, name: FigureName, confidence: number): PairedDifference | null {
    const pairs = this.pairs(other, name);
    const [base, compared] = [pairs.map(([own]) => own), pairs.map(([, counterpart]) => counterpart)];
    return pairs.length < 2 ? null : pairedDifference(base, compared, confidence);
  }
}
