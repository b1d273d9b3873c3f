import type { AwakeRecord, Stretch } from './awake-spans.js';

/** Something that wakes a compute periodically. */
export interface Poller {
  readonly period_seconds: number;
  /** Wakes that it accounts for, as places in the record's spans. */
  readonly wakes: readonly number[];
  /** Its polls that met a sleeping compute, as a share of those that should have. */
  readonly regularity: number;
  readonly certainty: 'high' | 'medium';
}

/** Wakes below which no period is inferred. */
export const MIN_WAKES = 6;
const MAX_POLLERS = 3;
/** Two periods that differ by less, as a share, are one. */
const MAX_PERIOD_DIFFERENCE_SHARE = 0.01;
/** How far from its time a late poll may come, as a share of the period. */
const LATE_SHARE = 0.2;
/** How far from its time a poll may come, as a share of the period. */
const TOLERANCES = [0.01, 0.04, 0.12];
const MIN_TOLERANCE_SECONDS = 2;
/** Wakes between two wakes of one poller. */
const MAX_LAGS = 8;
/** Differences of wakes that are tried as a period. */
const MAX_CANDIDATES = 40;
/** How many periods may lie between two wakes of a poller if another one hides the polls between them. */
const DIVISORS = Array.from({ length: 11 }, (_, index) => index + 2);
/** Polls in a row that a compute may sleep through unseen, because it is awake. */
const MAX_HIDDEN_POLLS = 500;
/** Evidence is in nats: the logarithm of how much less likely it is by chance. */
const MIN_EVIDENCE = 12;
const HIGH_EVIDENCE = 25;
const HIGH_REGULARITY = 0.9;
/** Ratios to a period that no harmonic of it has. */
const UNRELATED = [0.62, 0.74, 0.87, 1.15, 1.29, 1.37];
/** How much more evidence a period needs than unrelated ones have. */
const CHANCE_FACTOR = 2;

/**
 * The periods that explain most wakes of a compute.
 *
 * A poll of a sleeping compute wakes it, and a poll of one that is awake delays its suspension. So a poller cannot have
 * a poll at a time when the compute slept on, or within the timeout before it was suspended. Among the differences between wakes, a
 * period is looked for whose polls are confirmed by wakes far more often than wakes at random times would be.
 *
 * @param timeout_seconds the suspend timeout
 */
export function pollersOf(record: AwakeRecord, timeout_seconds: number): readonly Poller[] {
  const pollers: Poller[] = [];
  let left = record.spans.map((_, index) => index);
  while (pollers.length < MAX_POLLERS && left.length >= MIN_WAKES) {
    const best = bestComb(record, left, timeout_seconds, pollers.length === 0);
    if (best === undefined) break;
    if (!pollers.some((known) => isExplained(record, best, known))) pollers.push(best);
    const taken = new Set(best.wakes);
    left = left.filter((index) => !taken.has(index));
  }
  return pollers;
}

/** Whether wakes at a known period, or a multiple of it, may be late polls of the known poller or visits. */
function isExplained({ spans }: AwakeRecord, found: Poller, known: Poller): boolean {
  const ratio = found.period_seconds / known.period_seconds;
  const multiple = Math.round(ratio);
  if (Math.abs(ratio - multiple) > MAX_PERIOD_DIFFERENCE_SHARE * multiple) return false;
  const shares = found.wakes.map((wake) => {
    const before = known.wakes.findLast((other) => other < wake) ?? known.wakes[0]!;
    const polls = (spans[wake]!.start - spans[before]!.start) / known.period_seconds;
    return Math.abs(polls - Math.round(polls));
  });
  return found.certainty !== 'high' || median(shares) <= LATE_SHARE;
}

interface Comb {
  readonly period: number;
  /** Its tolerance, as a share of the period. */
  readonly share: number;
  readonly evidence: number;
  /** Runs of wakes that follow one another at the period. */
  readonly chains: readonly (readonly number[])[];
}

function bestComb(
  record: AwakeRecord,
  wakes: readonly number[],
  timeout: number,
  isFirst: boolean,
): Poller | undefined {
  const starts = wakes.map((index) => record.spans[index]!.start);
  const rate = starts.length / asleepSeconds(record);
  const fieldOf = (period: number, share: number): Field => {
    const tolerance = Math.max(MIN_TOLERANCE_SECONDS, share * period);
    return { record, starts, timeout, tolerance, share, rate };
  };
  const combsOfPeriod = (period: number): readonly Comb[] =>
    TOLERANCES.map((share) => {
      const field = fieldOf(period, share);
      // Many hidden polls in a row add up the error of a period.
      return combOf(field, refined(combOf(field, period), starts));
    });
  const whole = mostEvident(candidates(starts).flatMap(combsOfPeriod));
  // The first poller hides polls of another, so that two of them in a row may never show.
  const best = isFirst
    ? whole
    : mostEvident([whole, ...DIVISORS.flatMap((divisor) => combsOfPeriod(whole.period / divisor))]);
  const { period, share, evidence, chains } = best;
  const links = chains.flat().length - chains.length;
  if (links + 1 < MIN_WAKES || evidence < MIN_EVIDENCE + Math.log(starts.length)) return undefined;
  // Visits come at some hours more than at others, so that evidence by chance is that of unrelated periods.
  const unrelated = UNRELATED.filter((ratio) => Math.abs(ratio - 1) > 2.2 * share);
  const chance = Math.max(
    ...unrelated.map((ratio) => combOf(fieldOf(ratio * period, share), ratio * period).evidence),
  );
  if (evidence < CHANCE_FACTOR * chance) return undefined;
  const regularity = links / (links + chains.length - 1);
  const isSure = best === whole && evidence >= HIGH_EVIDENCE && regularity >= HIGH_REGULARITY;
  return {
    period_seconds: refined(best, starts),
    wakes: chains.flat().map((place) => wakes[place]!),
    regularity,
    certainty: isSure ? 'high' : 'medium',
  };
}

function mostEvident(combs: readonly Comb[]): Comb {
  return combs.reduce((most, comb) => (comb.evidence > most.evidence ? comb : most));
}

/** Seconds that a compute slept, at least one. */
function asleepSeconds({ window, spans, unknown }: AwakeRecord): number {
  const other = [...spans, ...unknown].reduce((sum, { start, end }) => sum + end - start, 0);
  return Math.max(1, window.end - window.start - other);
}

/** Frequent differences between wakes, the most frequent first. */
function candidates(starts: readonly number[]): readonly number[] {
  const bins = new Map<number, number[]>();
  for (let lag = 1; lag <= MAX_LAGS; lag++) {
    for (let i = lag; i < starts.length; i++) {
      const difference = starts[i]! - starts[i - lag]!;
      const bin = Math.round(50 * Math.log(difference));
      const own = bins.get(bin);
      if (own === undefined) bins.set(bin, [difference]);
      else own.push(difference);
    }
  }
  return [...bins.values()]
    .sort((a, b) => b.length - a.length)
    .slice(0, MAX_CANDIDATES)
    .map(median);
}

interface Field {
  readonly record: AwakeRecord;
  readonly starts: readonly number[];
  readonly timeout: number;
  readonly tolerance: number;
  /** The tolerance as a share of the period. */
  readonly share: number;
  /** Wakes per second of sleep. */
  readonly rate: number;
}

/** The chains of wakes at a period with the most evidence; another chain costs as much as a chance wake is unlikely. */
function combOf(field: Field, period: number): Comb {
  const { starts, tolerance, rate } = field;
  const gain = -Math.log(1 - Math.exp(-2 * tolerance * rate));
  const restart = Math.log(starts.length) + gain;
  const evidence = starts.map(() => 0);
  const before = starts.map(() => -1);
  let ended = { evidence: 0, place: -1 };
  const linked = starts.map(() => false);
  for (let i = 0; i < starts.length; i++) {
    const again = ended.evidence - restart;
    if (again > evidence[i]!) {
      evidence[i] = again;
      before[i] = ended.place;
      linked[i] = false;
    }
    const next = successor(field, i, period);
    if (next !== undefined && evidence[i]! + gain > evidence[next]!) {
      evidence[next] = evidence[i]! + gain;
      before[next] = i;
      linked[next] = true;
    }
    if (evidence[i]! > ended.evidence) ended = { evidence: evidence[i]!, place: i };
  }
  const chains: number[][] = [];
  let chain: number[] = [];
  for (let place = ended.place; place >= 0; place = before[place]!) {
    chain.unshift(place);
    if (linked[place]) continue;
    chains.unshift(chain);
    chain = [];
  }
  return { period, share: field.share, evidence: ended.evidence, chains };
}

/** The wake that follows a wake at the period, if no poll between them contradicts the record. */
function successor({ record, starts, timeout, tolerance }: Field, i: number, period: number) {
  let place = i + 1;
  for (let polls = 1; polls <= MAX_HIDDEN_POLLS; polls++) {
    const at = starts[i]! + polls * period;
    while (place < starts.length && starts[place]! < at - tolerance) place += 1;
    if (place >= starts.length) return undefined;
    if (starts[place]! <= at + tolerance) return place;
    if (!isHidden(record, at, timeout, tolerance)) return undefined;
  }
  return undefined;
}

/** Whether a poll at a time leaves no trace: the compute was active after it, or its operations are missing. */
function isHidden({ spans, unknown }: AwakeRecord, at: number, timeout: number, tolerance: number): boolean {
  if (unknown.some(({ start, end }) => start <= at && at <= end)) return true;
  const span = lastEarlier(spans, at + tolerance);
  return span !== undefined && at - tolerance <= span.end - timeout;
}

function lastEarlier(spans: readonly Stretch[], at: number): Stretch | undefined {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spans[middle]!.start <= at) low = middle + 1;
    else high = middle;
  }
  return spans[low - 1];
}

/** The mean period of the longest chain; hidden polls count. */
function refined({ chains, period }: Comb, starts: readonly number[]): number {
  const longest = chains.reduce((most, chain) => (chain.length > most.length ? chain : most), []);
  if (longest.length < 2) return period;
  let polls = 0;
  for (let i = 1; i < longest.length; i++) {
    polls += Math.max(1, Math.round((starts[longest[i]!]! - starts[longest[i - 1]!]!) / period));
  }
  return (starts[longest.at(-1)!]! - starts[longest[0]!]!) / polls;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1]!;
}
