import { type MeanInterval, meanInterval } from '../statistics/confidence-interval.js';
import type { PairedDifference } from '../statistics/paired-difference.js';
import type { Constraint } from './constraint.js';
import { FigureSample } from './paired-figures.js';
import type { ConstraintResult } from './plan-result.js';
import { FIGURE_NAMES, FIGURE_UNITS, type FigureName, type RunFigures, runFigures } from './run-figures.js';
import type { Stretch } from './stretch.js';
import type { VariantRun } from './variant.js';

/** Figures that grow with the length of a run: over a part of it they are scaled to the whole. */
function isAmount(figure: FigureName): boolean {
  if (figure === 'cost_usd_per_month') return false;
  return ['usd', 'cu_hours', 'count'].includes(FIGURE_UNITS[figure]);
}

/**
 * What a candidate showed on a stretch. Figures are those of the whole run: amounts are scaled up from a part of it,
 * and the value of a figure over windows is that of all their queries together.
 */
export class StretchSample {
  readonly stretch: Stretch;
  readonly #scale: number;
  readonly #figures = new FigureSample(FIGURE_NAMES);
  #runs: VariantRun[] = [];
  #pooled: RunFigures | undefined;
  /** Active share of time by compute, summed over blocks. */
  readonly #active = new Map<string, number>();
  #arrived = 0;
  #events = 0;

  /** @param duration_seconds of the scenario's whole run */
  constructor(stretch: Stretch, duration_seconds: number) {
    this.stretch = stretch;
    this.#scale = duration_seconds / stretch.block_seconds;
  }

  /** Takes the run of the next block. */
  add(run: VariantRun): void {
    const scaled = this.#scaled(runFigures(run));
    this.#figures.add(scaled);
    // Whole runs are judged by the mean of replications, as in a sweep: their observations are not kept.
    if (this.stretch.kind !== 'whole') this.#runs.push(run);
    this.#pooled = undefined;
    this.#events += run.observations.events_fired;
    for (const { name, active_seconds, arrived } of run.observations.computes) {
      const share = active_seconds / run.observations.duration_seconds;
      this.#active.set(name, (this.#active.get(name) ?? 0) + share);
      this.#arrived += arrived;
    }
  }

  /** Blocks that have been run. */
  get n(): number {
    return this.#figures.values('cost_usd').length;
  }

  /** Events of one whole run. */
  get eventsOfWhole(): number {
    return (this.#events / Math.max(1, this.n)) * this.#scale;
  }

  /** Whether another sample of the same stretch shows the same in some figures, block by block. */
  sameAs(other: StretchSample, figures: readonly FigureName[]): boolean {
    return figures.every((figure) => {
      const others = other.#figures.values(figure);
      return this.#figures.values(figure).every((value, block) => value === others[block]);
    });
  }

  /** Blocks for each query: every block begins with a cold start that the middle of a run would not have. */
  get coldShare(): number {
    return this.n / Math.max(1, this.#arrived);
  }

  /** Mean share of time that a compute was active. */
  activeShare(compute: string): number | undefined {
    const sum = this.#active.get(compute);
    return sum === undefined ? undefined : sum / this.n;
  }

  /** The figure of the whole run: its mean over replications, or over all queries of the blocks. */
  value(figure: FigureName): number | null {
    if (this.stretch.kind === 'whole') return this.#figures.interval(figure, 0.5)?.mean ?? null;
    this.#pooled ??= this.#scaled(pooledFigures(this.#runs), this.#runs.length);
    return this.#pooled[figure];
  }

  /** The value with the half-width of its interval over blocks. */
  interval(figure: FigureName, confidence: number): MeanInterval | null {
    const values = this.#figures.values(figure).filter((value) => value !== null);
    const mean = this.value(figure);
    if (values.length === 0 || mean === null) return null;
    return { ...meanInterval(values, confidence), mean };
  }

  /** Every figure. */
  intervals(confidence: number): Readonly<Partial<Record<FigureName, MeanInterval | null>>> {
    return Object.fromEntries(FIGURE_NAMES.map((name) => [name, this.interval(name, confidence)]));
  }

  /** `other` − this, block by block. */
  difference(other: StretchSample, figure: FigureName, confidence: number): PairedDifference | null {
    return this.#figures.difference(other.#figures, figure, confidence);
  }

  /** A constraint held against the value; what was never measured although queries arrived misses it. */
  judge(constraint: Constraint, confidence: number): ConstraintResult {
    const { text, figure, comparison, bound } = constraint;
    const value = this.interval(figure, confidence);
    const base = { constraint: text, figure, bound, value };
    if (value === null) return { ...base, met: this.#arrived === 0, clear: true, excess: null };
    const beyond = comparison === '<=' ? value.mean - bound : bound - value.mean;
    const excess = beyond === 0 ? 0 : beyond / Math.max(Math.abs(bound), 1e-12);
    return { ...base, met: beyond <= 0, clear: Math.abs(value.mean - bound) > value.half_width, excess };
  }

  #scaled(figures: RunFigures, blocks = 1): RunFigures {
    const factor = this.#scale / blocks;
    if (factor === 1) return figures;
    return Object.fromEntries(
      FIGURE_NAMES.map((name) => {
        const value = figures[name];
        return [name, value !== null && isAmount(name) ? value * factor : value];
      }),
    ) as RunFigures;
  }
}

/** The figures of several runs as if they were one of all their computes; the cost of a month is their mean. */
function pooledFigures(runs: readonly VariantRun[]): RunFigures {
  const first = runs[0]!;
  const sum = (of: (run: VariantRun) => number): number => runs.reduce((total, run) => total + of(run), 0);
  return runFigures({
    variant: first.variant,
    observations: {
      ...first.observations,
      computes: runs.flatMap(({ observations }) => observations.computes),
    },
    cost: {
      ...first.cost,
      cost_usd: sum(({ cost }) => cost.cost_usd),
      cost_usd_per_month: sum(({ cost }) => cost.cost_usd_per_month) / runs.length,
    },
  });
}
