import { getOrCreate } from '../../kernel/get-or-create.js';
import { HOUR_SECONDS } from '../../kernel/units.js';
import type { EndpointRecord } from '../../platform/endpoints/endpoint.js';
import type { Change } from '../../platform/store/tables.js';
import { priceOn } from '../../vendors/price-book.js';

/** Number of stretches of the recording; if more are needed, neighbouring pairs are merged. */
const STRETCHES = 128;
const FIRST_WIDTH_MS = 1000;

/** Use of computes since the recording started, in stretches of equal length. */
export interface UseOverTime {
  /** ms since the epoch. */
  readonly began_ms: number;
  readonly width_ms: number;
  /** Per stretch; the last one may be incomplete. */
  readonly cu_seconds: Float64Array;
  /** Per stretch, at the list price of the day and the plan of that time; NaN if the plan has no price. */
  readonly cost_usd: Float64Array;
}

type Course = Pick<UseOverTime, 'cu_seconds' | 'cost_usd'>;

interface RecordedCompute {
  row: EndpointRecord;
  /** The last known plan: the project may be removed in the same call. */
  plan: string | undefined;
  since_ms: number;
  /** Its use so far. */
  cu_seconds: number;
  cost_usd: number;
  /** `undefined` before its first use. */
  course: Course | undefined;
}

/**
 * Each compute's use of emulated time since the emulator began, for the status page: its integral over stretches of
 * equal length, in bounded memory. The sum stays exact however coarse the stretches become. The platform meters
 * separately, from the same rows, for quotas and API responses.
 */
export class ComputeUse {
  readonly #computes = new Map<string, RecordedCompute>();
  /** Use of all computes, including deleted ones. */
  #all = emptyCourse();
  /** List prices of a CU-second in each stretch, in US dollars, by plan; NaN before it is needed. */
  readonly #prices = new Map<string, Float64Array>();
  readonly #planOf: (project_id: string) => string | undefined;
  readonly #as_of: string | undefined;
  #began_ms: number;
  #now_ms: number;
  #width_ms = FIRST_WIDTH_MS;

  /** @param as_of the day whose prices always apply; `undefined`: the prices of each day */
  constructor(
    began_ms: number,
    as_of: string | undefined,
    plan_of: (project_id: string) => string | undefined,
  ) {
    this.#began_ms = began_ms;
    this.#now_ms = began_ms;
    this.#as_of = as_of;
    this.#planOf = plan_of;
  }

  /** Start of the recording, in ms since the epoch. */
  get began_ms(): number {
    return this.#began_ms;
  }

  follow(changes: readonly Change[]): void {
    for (const { table, value } of changes)
      if (table === 'clock' && value !== null) this.advanceTo(value.now_ms);
    for (const { table, id, value } of changes) if (table === 'endpoints') this.put(id, value);
  }

  /** Follows the clock; restarts the recording if time goes back. */
  advanceTo(now_ms: number): void {
    if (now_ms < this.#now_ms) {
      this.#began_ms = now_ms;
      this.#width_ms = FIRST_WIDTH_MS;
      this.#all = emptyCourse();
      this.#prices.clear();
      for (const each of this.#computes.values()) {
        Object.assign(each, { course: undefined, cu_seconds: 0, cost_usd: 0, since_ms: now_ms });
      }
    }
    this.#now_ms = now_ms;
    let merges = 0;
    for (; now_ms - this.#began_ms > this.#width_ms * STRETCHES; merges++) this.#width_ms *= 2;
    if (merges === 0) return;
    this.#prices.clear();
    merge(this.#all, merges);
    for (const { course } of this.#computes.values()) if (course !== undefined) merge(course, merges);
  }

  /** Applies a change of a compute; `null` if it was deleted. */
  put(id: string, row: EndpointRecord | null): void {
    const known = this.#computes.get(id);
    if (known !== undefined) this.#settle(known);
    if (row === null) this.#computes.delete(id);
    else if (known !== undefined) known.row = row;
    else {
      const used = { cu_seconds: 0, cost_usd: 0, course: undefined };
      this.#computes.set(id, { row, plan: this.#planOf(row.project_id), since_ms: this.#now_ms, ...used });
    }
  }

  /** Use of the given computes up to a time; of all, including deleted ones, if `ids` is `undefined`. */
  of(ids: readonly string[] | undefined, now_ms: number): UseOverTime {
    this.advanceTo(now_ms);
    const { cu_seconds, cost_usd } = ids === undefined ? this.#ofAll() : this.#ofSome(ids);
    const [began_ms, width_ms] = [this.#began_ms, this.#width_ms];
    const shown = Math.min(STRETCHES, Math.ceil((now_ms - began_ms) / width_ms));
    return {
      began_ms,
      width_ms,
      cu_seconds: cu_seconds.slice(0, shown),
      cost_usd: cost_usd.slice(0, shown),
    };
  }

  /** CU-seconds of a compute up to a time, and their cost. */
  totals(id: string, now_ms: number): Pick<RecordedCompute, 'cu_seconds' | 'cost_usd'> {
    this.advanceTo(now_ms);
    const known = this.#computes.get(id);
    if (known !== undefined) this.#settle(known);
    const { cu_seconds = 0, cost_usd = 0 } = known ?? {};
    return { cu_seconds, cost_usd };
  }

  #ofAll(): Course {
    for (const known of this.#computes.values()) this.#settle(known);
    return this.#all;
  }

  /** Loops by index for speed: other requests wait while thousands of computes are summed. */
  #ofSome(ids: readonly string[]): Course {
    const sums = emptyCourse();
    for (const id of ids) {
      const known = this.#computes.get(id);
      if (known === undefined) continue;
      this.#settle(known);
      if (known.course === undefined) continue;
      const { cu_seconds, cost_usd } = known.course;
      for (let index = 0; index < STRETCHES; index++) {
        sums.cu_seconds[index]! += cu_seconds[index]!;
        sums.cost_usd[index]! += cost_usd[index]!;
      }
    }
    return sums;
  }

  #settle(known: RecordedCompute): void {
    const { row, since_ms } = known;
    known.since_ms = this.#now_ms;
    if (row.metered_from_ms === undefined || this.#now_ms <= since_ms) return;
    known.plan = this.#planOf(row.project_id) ?? known.plan;
    known.course ??= emptyCourse();
    const width = this.#width_ms;
    const [begin, end] = [since_ms - this.#began_ms, this.#now_ms - this.#began_ms];
    for (let index = Math.floor(begin / width); index * width < end; index++) {
      const part_ms = Math.min(end, (index + 1) * width) - Math.max(begin, index * width);
      const cu_seconds = (row.current_cu * part_ms) / 1000;
      const cost_usd = cu_seconds * this.#priceIn(index, known.plan);
      known.cu_seconds += cu_seconds;
      known.cost_usd += cost_usd;
      for (const course of [known.course, this.#all]) {
        course.cu_seconds[index]! += cu_seconds;
        course.cost_usd[index]! += cost_usd;
      }
    }
  }

  /** The price of a CU-second on the first day of a stretch. */
  #priceIn(index: number, plan: string | undefined): number {
    if (plan === undefined) return Number.NaN;
    const prices = getOrCreate(this.#prices, plan, () => stretches().fill(Number.NaN));
    if (Number.isNaN(prices[index])) {
      const date = new Date(this.#began_ms + index * this.#width_ms).toISOString().slice(0, 10);
      prices[index] = priceOn({ name: plan, as_of: this.#as_of }, date).usd_per_cu_hour / HOUR_SECONDS;
    }
    return prices[index]!;
  }
}

function stretches(): Float64Array {
  return new Float64Array(STRETCHES);
}

function emptyCourse(): Course {
  return { cu_seconds: stretches(), cost_usd: stretches() };
}

/** Merges neighbouring stretches, several times. */
function merge({ cu_seconds, cost_usd }: Course, times: number): void {
  for (const values of [cu_seconds, cost_usd]) {
    for (let time = 0; time < times; time++) {
      for (let index = 0; index < STRETCHES / 2; index++) {
        values[index] = values[2 * index]! + values[2 * index + 1]!;
      }
      values.fill(0, STRETCHES / 2);
    }
  }
}
