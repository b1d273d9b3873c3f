import { remembered } from '../../kernel/remembered.js';
import { sum } from '../../kernel/sums.js';
import { DAY_MS, HOUR_SECONDS } from '../../kernel/units.js';
import type { EndpointRecord } from '../../platform/endpoints/endpoint.js';
import { priceOn } from '../../vendors/price-book.js';
import { SizeCourse, summedCourses } from './size-course.js';

/** Use of some computes since they have been watched, in stretches of equal length. */
export interface UseOverTime {
  /** ms since the epoch. */
  readonly began_ms: number;
  readonly width_ms: number;
  /** Of each stretch; the last one may not be over. */
  readonly cu_seconds: readonly number[];
  /** Of each stretch, at the list price of the day; `null` where a plan has no price. */
  readonly cost_usd: readonly number[] | null;
}

/** One compute while it is watched. */
interface Watched {
  row: EndpointRecord;
  /** The latest that is known: a project may be removed in the same call. */
  plan: string | undefined;
  since_ms: number;
  course: SizeCourse | undefined;
}

/**
 * Each compute's use of emulated time since the emulator began, for the status page. Metering and quotas, which
 * clients see, are the platform's own; this follows the same rows.
 */
export class ComputeUse {
  readonly #watched = new Map<string, Watched>();
  /** Use of deleted computes by plan: it stays small however many computes come and go. */
  readonly #gone = new Map<string | undefined, SizeCourse>();
  /** List prices of a CU-hour, in US dollars, by plan and day. */
  readonly #prices = new Map<string, number>();
  readonly #plan_of: (project_id: string) => string | undefined;
  readonly #as_of: string | undefined;
  #began_ms: number;
  #now_ms: number;

  /** @param as_of the day whose prices are kept; `undefined`: those of each day */
  constructor(
    began_ms: number,
    as_of: string | undefined,
    plan_of: (project_id: string) => string | undefined,
  ) {
    this.#began_ms = began_ms;
    this.#now_ms = began_ms;
    this.#as_of = as_of;
    this.#plan_of = plan_of;
  }

  /** Since when it has been watched, in ms since the epoch. */
  get began_ms(): number {
    return this.#began_ms;
  }

  /** Follows the clock. When time goes back, watching restarts from there. */
  reach(now_ms: number): void {
    if (now_ms < this.#now_ms) {
      this.#began_ms = now_ms;
      this.#gone.clear();
      for (const each of this.#watched.values()) {
        each.course = undefined;
        each.since_ms = now_ms;
      }
    }
    this.#now_ms = now_ms;
  }

  /** A compute has changed, or is gone. */
  put(id: string, row: EndpointRecord | null): void {
    const known = this.#watched.get(id);
    if (known !== undefined) this.#settle(known);
    if (row !== null) {
      const plan = this.#plan_of(row.project_id);
      if (known === undefined)
        this.#watched.set(id, { row, plan, since_ms: this.#now_ms, course: undefined });
      else Object.assign(known, { row, plan });
      return;
    }
    this.#watched.delete(id);
    if (known?.course === undefined) return;
    const plan = this.#plan_of(known.row.project_id) ?? known.plan;
    const course = remembered(this.#gone, plan, () => new SizeCourse(this.#began_ms));
    const { width_ms, cu_seconds } = known.course;
    for (const [index, value] of cu_seconds.entries()) {
      const from_ms = this.#began_ms + index * width_ms;
      course.add(from_ms, from_ms + width_ms, (value * 1000) / width_ms);
    }
  }

  /** Use of some computes up to a moment. @param gone whether deleted computes count too */
  of(ids: Iterable<string>, now_ms: number, gone: boolean): UseOverTime {
    this.reach(now_ms);
    const began_ms = this.#began_ms;
    const byPlan = new Map<string | undefined, SizeCourse[]>();
    const take = (plan: string | undefined, course: SizeCourse): void => {
      remembered(byPlan, plan, () => []).push(course);
    };
    for (const id of ids) {
      const known = this.#watched.get(id);
      if (known === undefined) continue;
      this.#settle(known);
      if (known.course !== undefined) take(this.#plan_of(known.row.project_id), known.course);
    }
    if (gone) for (const [plan, course] of this.#gone) take(plan, course);
    const byPlanSums = [...byPlan].map(([plan, courses]) => ({
      plan,
      cu_seconds: summedCourses(courses, began_ms, now_ms).cu_seconds,
    }));
    const { width_ms, cu_seconds: none } = summedCourses([], began_ms, now_ms);
    const cu_seconds = none.map((_, index) => sum(byPlanSums.map((each) => each.cu_seconds[index]!)));
    const cost_usd = byPlanSums.some(({ plan }) => plan === undefined)
      ? null
      : none.map((_, index) => {
          const at_ms = began_ms + index * width_ms;
          return sum(byPlanSums.map((each) => this.#costOf(each.plan!, each.cu_seconds[index]!, at_ms)));
        });
    return { began_ms, width_ms, cu_seconds, cost_usd };
  }

  /** Money for CU-seconds at a moment, at the list price of its day. */
  #costOf(plan: string, cu_seconds: number, at_ms: number): number {
    if (cu_seconds === 0) return 0;
    const day = Math.floor(at_ms / DAY_MS);
    const price = remembered(this.#prices, `${plan} ${day}`, () => {
      const date = new Date(day * DAY_MS).toISOString().slice(0, 10);
      return priceOn({ name: plan, as_of: this.#as_of }, date).usd_per_cu_hour;
    });
    return (cu_seconds / HOUR_SECONDS) * price;
  }

  #settle(known: Watched): void {
    const { row, since_ms } = known;
    known.since_ms = this.#now_ms;
    if (row.metered_from_ms === undefined) return;
    known.course ??= new SizeCourse(this.#began_ms);
    known.course.add(since_ms, this.#now_ms, row.current_cu);
  }
}
