import { cumulative } from '../../kernel/distribution-function.js';
import { randomStream } from '../../kernel/random-stream.js';
import { sampler } from '../../kernel/sampler.js';
import { HOUR_SECONDS } from '../../kernel/units.js';
import type { PreviewsSpecification } from '../../scenario/scenario.js';
import { type MeanInterval, meanInterval } from '../../statistics/confidence-interval.js';
import { MONTH_SECONDS } from '../compute-cost.js';
import { lesserIntegral } from './data-use.js';

/** Short-lived branches in a month of 730 hours, over many simulated months. */
export interface PreviewMonth {
  readonly ttl_seconds: number | null;
  /** Mean number at a moment, with its interval. */
  readonly branches: MeanInterval;
  /** The same by the closed form of M/G/∞. */
  readonly branches_by_theory: number;
  /** Number that is not exceeded for 95 % of the time. */
  readonly branches_p95: number;
  /** Mean number of branches that are never deleted. */
  readonly stale_branches: number;
  /** Mean number beyond the included ones. */
  readonly extra_branches: MeanInterval;
  readonly cu_hours: MeanInterval;
  /** Mean CU-hours that the limit on active computes prevents; absent if it prevents none. */
  readonly refused_cu_hours?: number;
  /** Mean storage of all branches together. */
  readonly stored_bytes: MeanInterval;
  /** Their share of a month's bill. */
  readonly cost_usd: MeanInterval;
  /** Cost of branches that are never deleted: the bill with them minus the bill without them. */
  readonly stale_cost_usd: MeanInterval;
}

/** The charges for one such branch more or less per month. */
export interface PreviewRates {
  /** The project's other child branches, and the number that the plan includes. */
  readonly other_children: number;
  readonly included_children: number;
  readonly logical_size_bytes: number;
  readonly usd_per_cu_hour: number;
  readonly usd_per_gb_hour: number;
  readonly usd_per_branch_hour: number;
  /** Maximum number of branch computes active at the same time. */
  readonly active_limit: number;
}

const CONFIDENCE = 0.95;
/** Size of the simulation: this many branches in all, within these bounds. */
const BRANCHES = 1_000_000;
const [MIN_MONTHS, MAX_MONTHS] = [30, 400];
const THEORY_STEPS = 200_000;

/**
 * The mean number of branches over the month by theory. Branches come as a Poisson stream and do not wait for each
 * other: an M/G/∞ queue that began empty, whose mean number after t is λ ∫₀ᵗ P(life > u) du.
 */
export function meanByTheory(previews: PreviewsSpecification): number {
  const { rate, life, forgotten, ttl_seconds, since_seconds } = previews;
  const end = since_seconds + MONTH_SECONDS;
  const longest = Math.min(end, ttl_seconds);
  const width = longest / THEORY_STEPS;
  let sum = 0;
  for (let step = 0; step < THEORY_STEPS; step++) {
    const age = (step + 0.5) * width;
    const there = forgotten + (1 - forgotten) * (1 - cumulative(life, age));
    // The share of the month that is left for creating a branch that reaches this age within it.
    sum += there * Math.min(1, (end - age) / MONTH_SECONDS) * width;
  }
  return rate * sum;
}

/** One branch, in seconds since they began to be created. */
interface Branch {
  readonly born: number;
  readonly died: number;
  readonly stale: boolean;
}

/**
 * Simulates months of branches that come and go. The same branches with the same lives are met under every TTL and
 * every rate, so that differences are due to these.
 */
export function previewMonth(
  previews: PreviewsSpecification,
  rates: PreviewRates,
  seed: string,
): PreviewMonth {
  const { rate, since_seconds, ttl_seconds } = previews;
  const expected = rate * (since_seconds + MONTH_SECONDS);
  const months = Math.round(Math.min(MAX_MONTHS, Math.max(MIN_MONTHS, BRANCHES / Math.max(1, expected))));
  const seen = Array.from({ length: months }, (_, month) => oneMonth(previews, rates, seed, month));
  const over = (of: (one: ReturnType<typeof oneMonth>) => number): MeanInterval =>
    meanInterval(seen.map(of), CONFIDENCE);
  const refused_cu_hours = over(({ all }) => all.refused_cu_hours).mean;
  return {
    ttl_seconds: ttl_seconds === Number.POSITIVE_INFINITY ? null : ttl_seconds,
    branches: over(({ branches }) => branches),
    branches_by_theory: meanByTheory(previews),
    branches_p95: percentile95(seen.map(({ secondsAt }) => secondsAt)),
    stale_branches: over(({ stale }) => stale).mean,
    extra_branches: over(({ all }) => all.extra),
    cu_hours: over(({ all }) => all.cu_hours),
    ...(refused_cu_hours > 0 && { refused_cu_hours }),
    stored_bytes: over(({ all }) => all.bytes),
    cost_usd: over(({ all }) => all.cost_usd),
    stale_cost_usd: over(({ all, kept }) => all.cost_usd - kept.cost_usd),
  };
}

/** One simulated month: mean counts, seconds by number of branches, and charges with and without stale branches. */
function oneMonth(previews: PreviewsSpecification, rates: PreviewRates, seed: string, month: number) {
  const branches = branchesOf(previews, seed, month);
  const [start, end] = [previews.since_seconds, previews.since_seconds + MONTH_SECONDS];
  const there = (list: readonly Branch[]): number =>
    list.reduce((sum, { born, died }) => sum + Math.max(0, Math.min(died, end) - Math.max(born, start)), 0);
  const secondsAt = occupancy(branches, start, end);
  const kept = branches.filter(({ stale }) => !stale);
  return {
    branches: there(branches) / MONTH_SECONDS,
    stale: there(branches.filter(({ stale }) => stale)) / MONTH_SECONDS,
    secondsAt,
    all: charged(branches, secondsAt, previews, rates),
    kept: charged(kept, occupancy(kept, start, end), previews, rates),
  };
}

/** The branches that exist at any time during a simulated month. */
function branchesOf(previews: PreviewsSpecification, seed: string, month: number): readonly Branch[] {
  const { rate, life, forgotten, ttl_seconds, since_seconds } = previews;
  const stream = (purpose: string) => randomStream(seed, month, 'previews', purpose);
  const gaps = stream('arrivals');
  const fates = stream('forgotten');
  const draw = sampler(life, stream('life'));
  const end = since_seconds + MONTH_SECONDS;
  const found: Branch[] = [];
  for (let born = 0; ; ) {
    born -= Math.log(1 - gaps.uniform()) / rate;
    if (born >= end) return found;
    const own = draw();
    const stale = fates.uniform() < forgotten;
    const died = born + Math.min(stale ? Number.POSITIVE_INFINITY : own, ttl_seconds);
    if (died > since_seconds) found.push({ born, died, stale });
  }
}

/** How long which number of branches was there. */
function occupancy(branches: readonly Branch[], start: number, end: number): ReadonlyMap<number, number> {
  const steps: (readonly [number, number])[] = [];
  let count = 0;
  for (const { born, died } of branches) {
    if (born <= start) count += 1;
    else steps.push([born, 1]);
    if (died < end) steps.push([died, -1]);
  }
  steps.sort(([a], [b]) => a - b);
  const seconds = new Map<number, number>();
  let at = start;
  for (const [time, change] of [...steps, [end, 0] as const]) {
    seconds.set(count, (seconds.get(count) ?? 0) + (time - at));
    at = time;
    count += change;
  }
  return seconds;
}

function charged(
  branches: readonly Branch[],
  secondsAt: ReadonlyMap<number, number>,
  { since_seconds: start, compute, written_bytes_per_second: written }: PreviewsSpecification,
  rates: PreviewRates,
) {
  const end = start + MONTH_SECONDS;
  const { other_children, included_children } = rates;
  const beyond = (children: number): number => Math.max(0, children - included_children);
  let extra_seconds = 0;
  for (const [count, seconds] of secondsAt) {
    extra_seconds += (beyond(other_children + count) - beyond(other_children)) * seconds;
  }
  let [byte_seconds, cu_seconds] = [0, 0];
  for (const { born, died } of branches) {
    const from = Math.max(born, start) - born;
    const to = Math.min(died, end) - born;
    byte_seconds += lesserIntegral([0, written], [rates.logical_size_bytes, 0], from, to);
    if (compute !== undefined) {
      cu_seconds += compute.size_cu * Math.max(0, Math.min(to, compute.active_seconds) - from);
    }
  }
  const refused =
    compute === undefined ? 0 : compute.size_cu * refusedSeconds(branches, compute, start, rates);
  cu_seconds -= refused;
  const cu_hours = cu_seconds / HOUR_SECONDS;
  return {
    extra: extra_seconds / MONTH_SECONDS,
    cu_hours,
    refused_cu_hours: refused / HOUR_SECONDS,
    bytes: byte_seconds / MONTH_SECONDS,
    cost_usd:
      (extra_seconds / HOUR_SECONDS) * rates.usd_per_branch_hour +
      (byte_seconds / HOUR_SECONDS / 1e9) * rates.usd_per_gb_hour +
      cu_hours * rates.usd_per_cu_hour,
  };
}

/** Compute-seconds above the limit on active computes; those computes stay suspended. */
function refusedSeconds(
  branches: readonly Branch[],
  { active_seconds }: NonNullable<PreviewsSpecification['compute']>,
  start: number,
  { active_limit }: PreviewRates,
): number {
  if (branches.length <= active_limit) return 0;
  const active = branches
    .map((branch) => ({ ...branch, died: Math.min(branch.died, branch.born + active_seconds) }))
    .filter(({ died }) => died > start);
  let seconds = 0;
  for (const [count, width] of occupancy(active, start, start + MONTH_SECONDS)) {
    seconds += Math.max(0, count - active_limit) * width;
  }
  return seconds;
}

function percentile95(months: readonly ReadonlyMap<number, number>[]): number {
  const seconds = new Map<number, number>();
  for (const month of months) {
    for (const [count, width] of month) seconds.set(count, (seconds.get(count) ?? 0) + width);
  }
  const total = months.length * MONTH_SECONDS;
  let below = 0;
  const counts = [...seconds].sort(([a], [b]) => a - b);
  for (const [count, width] of counts) {
    below += width;
    if (below >= 0.95 * total) return count;
  }
  return counts.at(-1)?.[0] ?? 0;
}
