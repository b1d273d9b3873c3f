import { remembered } from '../../../kernel/remembered.js';
import type { DecisionRow } from '../../../simulation/run/observation.js';
import type { TimeMarks } from '../charts/time-panels.js';
import { MARK_OF, MARK_ORDER } from './mark-kinds.js';
import { packNumbers } from './pack-numbers.js';
import type { PackedMarks } from './page-data.js';
import { MAX_LANES } from './recorded-timeline.js';

/** Parts of the run that marks are told apart by. */
const SLOTS = 4096;
/** The marks of all computes together. */
const ALL = '';

/**
 * The moments of a run at which something is marked, in bounded memory: every one of them to a part in four thousand of
 * the run, however many decisions a page has room for.
 */
export class RecordedMarks {
  readonly #slots = new Map<string, Map<string, Set<number>>>();
  readonly #duration_seconds: number;
  readonly #isCut: () => boolean;

  /** @param isCut whether the decision log of the page lacks some */
  constructor(duration_seconds: number, isCut: () => boolean) {
    this.#duration_seconds = duration_seconds;
    this.#isCut = isCut;
  }

  /** Takes in a decision. */
  add({ decision, compute, time_seconds }: DecisionRow): void {
    const kind = MARK_OF[decision];
    if (kind === undefined) return;
    const slot = Math.min(SLOTS - 1, Math.floor((time_seconds / this.#duration_seconds) * SLOTS));
    this.#of(ALL, kind).add(slot);
    if (this.#slots.has(compute) || this.#slots.size <= MAX_LANES) this.#of(compute, kind).add(slot);
  }

  /** Width of a part, in seconds. */
  get width_seconds(): number {
    return this.#duration_seconds / SLOTS;
  }

  /** Whether marks of the page are only told to such a part. */
  get coarse(): boolean {
    return this.#isCut();
  }

  /** The marks of a compute, or of all, in seconds since the run's beginning. */
  rows(compute = ALL): readonly TimeMarks[] {
    const kinds = this.#slots.get(compute);
    return MARK_ORDER.filter((kind) => kinds?.has(kind)).map((kind) => ({
      kind,
      seconds: ascending(kinds!.get(kind)!).map((slot) => (slot + 0.5) * this.width_seconds),
    }));
  }

  /** For the page's script, where the decision log does not have all; nothing where it does. */
  packed(): PackedMarks | undefined {
    if (!this.coarse) return undefined;
    const lanes = [...this.#slots].map(([compute, kinds]) => ({
      compute,
      kinds: Object.fromEntries([...kinds].map(([kind, slots]) => [kind, packNumbers(ascending(slots))])),
    }));
    return { width_seconds: this.width_seconds, lanes };
  }

  #of(compute: string, kind: string): Set<number> {
    const kinds = remembered(this.#slots, compute, () => new Map<string, Set<number>>());
    return remembered(kinds, kind, () => new Set<number>());
  }
}

function ascending(slots: ReadonlySet<number>): readonly number[] {
  return [...slots].sort((a, b) => a - b);
}
