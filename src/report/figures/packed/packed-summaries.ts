import type { Cost } from '../../../cost/compute-cost.js';
import { COMPUTE_FIGURES } from '../../../figures/compute-figures.js';
import type { FigureTree } from '../../../figures/figure.js';
import type { ComputeSummary, SummaryRows } from '../compute-summary.js';
import { NumberColumn } from './number-column.js';
import { ValueColumn } from './value-column.js';

/**
 * The figures of very many computes, each of which is put together when it is read: in memory a number takes eight bytes,
 * and nothing where all have the same.
 */
export class PackedSummaries implements SummaryRows {
  readonly #names: string[] = [];
  readonly #figures = new PackedTree(COMPUTE_FIGURES as FigureTree);
  #costs: readonly Cost[] = [];

  add(row: ComputeSummary): void {
    this.#names.push(row.name);
    this.#figures.add(row);
  }

  priced(costs: readonly Cost[]): readonly ComputeSummary[] {
    this.#costs = costs;
    return this.#names.map((_, place) => new PackedSummary(this, place) as unknown as ComputeSummary);
  }

  /** What a compute has under a key of its summary. */
  read(place: number, key: keyof ComputeSummary): unknown {
    if (key === 'name') return this.#names[place];
    if (key === 'cost_usd' || key === 'cost_usd_per_month') return this.#costs[place]![key];
    return this.#figures.read(place, key);
  }
}

const KEYS = ['name', ...Object.keys(COMPUTE_FIGURES)] as readonly (keyof ComputeSummary)[];

/** A compute's figures: reads like the object that it stands for, and is written as that in JSON. */
class PackedSummary {
  readonly #all: PackedSummaries;
  readonly #place: number;

  constructor(all: PackedSummaries, place: number) {
    this.#all = all;
    this.#place = place;
  }

  toJSON(): ComputeSummary {
    return Object.fromEntries(
      KEYS.map((key) => [key, this.#all.read(this.#place, key)]),
    ) as unknown as ComputeSummary;
  }

  static {
    for (const key of KEYS) {
      const get = function (this: PackedSummary): unknown {
        return this.#all.read(this.#place, key);
      };
      Object.defineProperty(PackedSummary.prototype, key, { get });
    }
  }
}

/** Summaries one after the other, each put together once: for whoever reads most of it. */
export function* wholeSummaries(
  computes: readonly ComputeSummary[],
): Generator<ComputeSummary, void, undefined> {
  for (const each of computes as readonly object[])
    yield each instanceof PackedSummary ? each.toJSON() : (each as ComputeSummary);
}

/** A column for each figure of a tree, or a tree for each of its branches. */
class PackedTree {
  readonly #branches: ReadonlyMap<string, PackedTree | FigureColumn>;

  constructor(tree: FigureTree) {
    const isLeaf = (node: FigureTree[string]): boolean => 'of' in node || 'whole' in node;
    this.#branches = new Map(
      Object.entries(tree).map(([key, node]) => [
        key,
        isLeaf(node) ? new FigureColumn() : new PackedTree(node as FigureTree),
      ]),
    );
  }

  add(values: object): void {
    for (const [key, branch] of this.#branches) branch.add(values[key as keyof typeof values]);
  }

  read(place: number, key: string): unknown {
    return this.#branches.get(key)!.at(place);
  }

  at(place: number): object {
    const values: Record<string, unknown> = {};
    for (const [key, branch] of this.#branches) values[key] = branch.at(place);
    return values;
  }
}

/** A figure, most of which are numbers. */
class FigureColumn {
  /** What is no number is NaN here. */
  readonly #numbers = new NumberColumn();
  /** By row what is neither a number nor `null`; only where there is any. */
  #others: ValueColumn | undefined;
  #length = 0;

  add(value: unknown): void {
    const isNumber = typeof value === 'number';
    this.#numbers.add(isNumber ? value : Number.NaN);
    if (this.#others === undefined && !isNumber && value !== null) {
      this.#others = new ValueColumn();
      for (let row = 0; row < this.#length; row++) this.#others.add(null);
    }
    this.#others?.add(isNumber ? null : value);
    this.#length += 1;
  }

  at(place: number): unknown {
    const number = this.#numbers.at(place);
    return Number.isNaN(number) ? (this.#others?.at(place) ?? null) : number;
  }
}
