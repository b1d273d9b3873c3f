import type { Scenario } from '../scenario/scenario.js';
import type { DropEvidence } from './plan-result.js';
import { scenarioWithin } from './run-window.js';
import { compileVariant, type ScenarioSource, type SourcedVariant } from './scenario-source.js';
import type { Block } from './stretch.js';
import type { StretchSample } from './stretch-sample.js';

/** Why a contender is out of the race. */
export interface Dropped {
  readonly fate: 'worse' | 'infeasible' | 'bounded';
  readonly evidence: DropEvidence;
  /** In words. */
  readonly reason: string;
}

/** A candidate that is allowed, with what is known of it so far. */
export class Contender {
  readonly name: string;
  readonly settings: Readonly<Record<string, string>>;
  /** In the order of the axes, the last of which varies fastest. */
  readonly index: number;
  /** Whether these are the scenario's own settings. */
  readonly today: boolean;
  readonly scenario: Scenario;
  readonly #source: ScenarioSource;
  readonly #variants = new Map<string, SourcedVariant>();
  /** What it showed on the sampled run. */
  sampled: StretchSample | undefined;
  /** What it showed in whole runs. */
  whole: StretchSample | undefined;
  dropped: Dropped | undefined;

  constructor(
    name: string,
    settings: Readonly<Record<string, string>>,
    place: { readonly index: number; readonly today: boolean },
    variant: { readonly scenario: Scenario; readonly source: ScenarioSource },
  ) {
    this.name = name;
    this.settings = settings;
    this.index = place.index;
    this.today = place.today;
    this.scenario = variant.scenario;
    this.#source = variant.source;
  }

  /** What it was compiled from. */
  get source(): ScenarioSource {
    return this.#source;
  }

  /** The best that is known of it. */
  get best(): StretchSample | undefined {
    return this.whole !== undefined && this.whole.n > 0 ? this.whole : this.sampled;
  }

  /** The same candidate, of which nothing is known yet. */
  copy(): Contender {
    return new Contender(this.name, this.settings, this, { scenario: this.scenario, source: this.#source });
  }

  /** It as a variant of one block, ready to run. */
  variant({ window }: Block): SourcedVariant {
    const key = window === undefined ? '' : `${window.from_seconds} ${window.to_seconds}`;
    const known = this.#variants.get(key);
    if (known !== undefined) return known;
    const made: SourcedVariant = {
      name: this.name,
      scenario: window === undefined ? this.scenario : scenarioWithin(this.scenario, window),
      source: window === undefined ? this.#source : { ...this.#source, window },
    };
    this.#variants.set(key, made);
    return made;
  }
}

/** A source under some settings, ready for the race. @throws ScenarioError where the scenario forbids them */
export async function contenderOf(
  name: string,
  settings: Readonly<Record<string, string>>,
  place: { readonly index: number; readonly today: boolean },
  source: ScenarioSource,
): Promise<Contender> {
  const { scenario } = await compileVariant(source, name);
  return new Contender(name, settings, place, { scenario, source });
}

/** The order of contenders that are as good as each other: what need not be changed comes first. */
export function inOrder(a: Contender, b: Contender): number {
  return Number(b.today) - Number(a.today) || a.index - b.index;
}
