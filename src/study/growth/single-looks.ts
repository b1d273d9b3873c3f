import type { Study } from '../engine/study.js';
import type { LoadLevel, LoadLevels } from '../replicate/load-levels.js';
import { worstMargin } from '../replicate/objective-margin.js';
import { tooSlow } from '../replicate/too-slow.js';
import type { Beyond, ClosedBracket, LoadEnd } from './breaking-load.js';
import type { CapacityPlan } from './capacity-result.js';
import { crossingLoad } from './crossing-load.js';
import { arrivals, hybridPays, type LoadLook } from './load-look.js';

export interface Search {
  readonly levels: LoadLevels;
  readonly at: LoadLook;
  readonly plan: CapacityPlan;
}

/** Precision at which single looks locate an end. */
const TOLERANCE = 0.05;
/** Above this multiple of a passing load, a look may end as soon as it misses. */
const FAR_ABOVE = 1.2;
/** Of fewer queries a whole run costs little, and chance is too large to end it early. */
const MANY_QUERIES = 1e5;

/** Looks by one run each, which show where more replications are needed. */
export class SingleLooks {
  readonly #search: Search;
  readonly #made = new Map<number, LoadLevel>();
  /** The largest load that was seen to be met; 0 before there is one. */
  #met = 0;

  constructor(search: Search) {
    this.#search = search;
  }

  /** All simulated levels, ascending by load; looks that ended early have no figures. */
  get all(): readonly LoadLevel[] {
    return [...this.#made.values()].sort((a, b) => a.factor - b.factor);
  }

  /** Simulates a load; if it is far above a passing one, only until it misses. */
  readonly at = (factor: number): Study<LoadLevel> => this.#look(factor, this.#search.at);

  *#look(factor: number, at: LoadLook): Study<LoadLevel> {
    const { levels, plan } = this.#search;
    const arriving = factor * arrivals(yield* levels.at(1, 1));
    const far = this.#met > 0 && factor > FAR_ABOVE * this.#met && arriving > MANY_QUERIES;
    const level = yield* at(factor, 1, far ? tooSlow(plan.objectives, arriving) : undefined);
    this.#made.set(factor, level);
    if (worstMargin(plan, 'beyond')(level) <= 0) this.#met = Math.max(this.#met, factor);
    return level;
  }

  /** The approximate position of an end between two simulated loads. */
  crossing(end: LoadEnd, { holds, breaks }: ClosedBracket, beyond: Beyond): Study<number | undefined> {
    const { levels, at } = this.#search;
    const region = { from: Math.min(holds, breaks), to: Math.max(holds, breaks) };
    // An exact run that costs no more counts towards the end if it comes close to it.
    const exactly: LoadLook = (factor, runs, until) => levels.at(factor, runs, 'exact', until);
    const look = hybridPays(this.all, Math.sqrt(holds * breaks)) ? at : exactly;
    const known = () => this.all;
    return crossingLoad(
      { known, at: (factor) => this.#look(factor, look), beyond, end, region },
      { within: TOLERANCE },
    );
  }
}
