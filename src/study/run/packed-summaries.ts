import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Cost } from '../../cost/compute-cost.js';
import { COMPUTE_FIGURES } from '../../figures/compute-figures.js';
import { type FigureTree, isBlock, isFigure } from '../../figures/figure.js';
import type { ComputeSummary, SummaryRows } from './compute-summary.js';

/** Values of a column that are packed together. */
const PIECE_ROWS = 1024;
/** The fastest: similar neighbours compress well at any level. */
const COMPRESSION_LEVEL = 1;

/** The figures of very many computes in little memory; each compute's are put together when they are read. */
export class PackedSummaries implements SummaryRows {
  readonly #rows = new PackedTree({ name: new PackedColumn(), ...columnsOf(COMPUTE_FIGURES as FigureTree) });
  #length = 0;

  add(row: ComputeSummary): void {
    this.#rows.add(row);
    this.#length += 1;
  }

  priced(costs: readonly Cost[]): readonly ComputeSummary[] {
    const priced = new PackedTree({ cost_usd: new PackedColumn(), cost_usd_per_month: new PackedColumn() });
    for (const cost of costs) priced.add(cost);
    const rows = this.#rows.with(priced);
    return Array.from({ length: this.#length }, (_, place) => rows.at(place) as unknown as ComputeSummary);
  }
}

/** Iterates over summaries and assembles each once. */
export function* wholeSummaries(
  computes: readonly ComputeSummary[],
): Generator<ComputeSummary, void, undefined> {
  for (const each of computes as readonly object[])
    yield (each instanceof PackedRow ? each.toJSON() : each) as ComputeSummary;
}

/** A row of a tree, which is read and serialized like the object it represents. */
abstract class PackedRow {
  readonly place: number;

  constructor(place: number) {
    this.place = place;
  }

  abstract toJSON(): object;
}

type Branches = Readonly<Record<string, PackedTree | PackedColumn>>;

function columnsOf(tree: FigureTree): Branches {
  return Object.fromEntries(
    Object.entries(tree).map(([key, node]) => [
      key,
      isFigure(node) || isBlock(node) ? new PackedColumn() : new PackedTree(columnsOf(node)),
    ]),
  );
}

/** A column for each figure, or a tree for each group of figures. */
class PackedTree {
  readonly #branches: Branches;
  readonly #columns: readonly (readonly [key: string, branch: PackedTree | PackedColumn])[];
  readonly #row: new (
    place: number,
  ) => PackedRow;

  constructor(branches: Branches) {
    const columns = Object.entries(branches);
    this.#branches = branches;
    this.#columns = columns;
    this.#row = class extends PackedRow {
      toJSON(): object {
        const whole = (key: string) => {
          const value = this[key as keyof this] as unknown;
          return value instanceof PackedRow ? value.toJSON() : value;
        };
        return Object.fromEntries(columns.map(([key]) => [key, whole(key)]));
      }
    };
    for (const [key, branch] of columns) {
      const get = function (this: PackedRow): unknown {
        return branch.at(this.place);
      };
      Object.defineProperty(this.#row.prototype, key, { get });
    }
  }

  add(values: object): void {
    for (const [key, branch] of this.#columns) branch.add(values[key as never]);
  }

  at(place: number): PackedRow {
    return new this.#row(place);
  }

  /** The same rows, with some branches from another tree. */
  with(other: PackedTree): PackedTree {
    return new PackedTree({ ...this.#branches, ...other.#branches });
  }
}

/** A piece of a column: numbers, NaN for `null`; compressed JSON; or the one value that all have. */
type Piece = Float64Array | Uint8Array | { readonly all: unknown };

/** An append-only column of compressed values; exact, except for values that JSON lacks. */
export class PackedColumn {
  readonly #pieces: Piece[] = [];
  #last: unknown[] = [];
  #read: { readonly piece: Piece; readonly values: readonly unknown[] } | undefined;

  add(value: unknown): void {
    this.#last.push(value);
    if (this.#last.length < PIECE_ROWS) return;
    this.#pieces.push(packed(this.#last));
    this.#last = [];
  }

  at(row: number): unknown {
    const place = row % PIECE_ROWS;
    const piece = this.#pieces[Math.floor(row / PIECE_ROWS)];
    if (piece === undefined) return this.#last[place];
    if ('all' in piece) return piece.all;
    if (piece instanceof Float64Array) return Number.isNaN(piece[place]) ? null : piece[place];
    if (this.#read?.piece !== piece) {
      this.#read = { piece, values: JSON.parse(inflateRawSync(piece).toString()) };
    }
    return this.#read.values[place];
  }
}

function packed(values: readonly unknown[]): Piece {
  const [all] = values;
  if (values.every((each) => Object.is(each, all))) return { all };
  if (values.every((each) => typeof each === 'number' || each === null)) {
    return Float64Array.from(values, (each) => (each === null ? Number.NaN : (each as number)));
  }
  // Copied, since the compressor's result keeps a larger buffer.
  return new Uint8Array(deflateRawSync(JSON.stringify(values), { level: COMPRESSION_LEVEL }));
}
