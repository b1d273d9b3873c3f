import type { FigureName } from '../../figures/run-figures.js';
import type { Scenario } from '../../scenario/scenario.js';
import type { Fidelity } from '../../simulation/simulation.js';
import { isTimeoutPath, pathAndValue } from '../compare/setting-change.js';
import { byTieBreak, type TieBreak } from '../compare/tie-break.js';
import type { ScenarioSource, SourcedVariant } from '../runs/scenario-source.js';
import { type EarlyEnd, grownVariant } from '../runs/variant.js';
import type { DropEvidence } from './plan-result.js';
import { WholeSample } from './whole-sample.js';

/** Why a contender is out of the race. */
export interface Dropped {
  readonly fate: 'worse' | 'infeasible' | 'bounded';
  readonly evidence: DropEvidence;
  readonly reason: string;
  /** In which it is worse, or misses a constraint. */
  readonly figure?: FigureName;
}

/** An allowed candidate, with its results so far. */
export class Contender implements TieBreak {
  readonly name: string;
  readonly index: number;
  readonly changes: number;
  readonly source: ScenarioSource;
  /** The same for all that differ in suspend timeouts only. */
  readonly kin: string;
  /** Its runs of the whole horizon. */
  readonly whole = new WholeSample();
  /** Its run at hybrid fidelity if candidates are screened; several may share one. */
  pilot: Contender | undefined;
  /** By what is known now; `undefined`: not out. */
  dropped: Dropped | undefined;

  /**
   * @param variant it on the whole horizon, compiled from a source
   * @param fidelity of its runs
   * @param until when they may end before their time
   */
  constructor(
    readonly variant: SourcedVariant,
    readonly settings: Readonly<Record<string, string>>,
    { index, changes }: TieBreak,
    readonly fidelity: Fidelity = 'exact',
    readonly until: EarlyEnd | undefined = undefined,
  ) {
    this.name = variant.name;
    this.index = index;
    this.changes = changes;
    this.source = variant.source;
    const others = this.source.set.filter((override) => !isTimeoutPath(pathAndValue(override)[0]));
    this.kin = others.join('\n');
  }

  /** Whether these are the scenario's own settings. */
  get today(): boolean {
    return this.changes === 0;
  }

  get scenario(): Scenario {
    return this.variant.scenario;
  }

  /** Whether it was run on the whole horizon. */
  get looked(): boolean {
    return this.whole.n > 0;
  }

  /** The same candidate at a multiple of the load, without any runs yet. */
  grown(factor: number, fidelity: Fidelity, until: EarlyEnd | undefined): Contender {
    return new Contender(grownVariant(this.variant, factor), this.settings, this, fidelity, until);
  }

  /** The same candidate, without any runs yet. */
  copy(fidelity = this.fidelity, until?: EarlyEnd): Contender {
    return new Contender(this.variant, this.settings, this, fidelity, until);
  }
}

/** Ascending, infinities included. */
export const ascending = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);

/** Contenders by some figures of each, ascending, the first figure first; equal ones by the tie break. */
export function sortByFigures(
  contenders: readonly Contender[],
  figures: (contender: Contender) => readonly number[],
): readonly Contender[] {
  const known = new Map(contenders.map((each) => [each, figures(each)]));
  return contenders.toSorted((a, b) => {
    const others = known.get(b)!;
    const difference = known.get(a)!.map((figure, place) => ascending(figure, others[place]!));
    return difference.find((each) => each !== 0) ?? byTieBreak(a, b);
  });
}

/** The first item in order, the earliest of equals; `undefined` for no items. */
export function firstItem<Item>(
  items: readonly Item[],
  isBefore: (one: Item, other: Item) => boolean,
): Item | undefined {
  return items.reduce<Item | undefined>(
    (first, each) => (first === undefined || isBefore(each, first) ? each : first),
    undefined,
  );
}
