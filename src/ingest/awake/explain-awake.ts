import { HOURS_PER_MONTH } from '../../cost/compute-cost.js';
import { sumOf } from '../../kernel/sums.js';
import { HOUR_SECONDS, MINUTE_SECONDS } from '../../kernel/units.js';
import { momentText } from '../../workload/trace/reading/moment-text.js';
import { namingFile, Refusal } from '../../workload/trace/reading/question.js';
import type { BilledHistory } from '../monitoring/billed-history.js';
import { type BilledFrame, SMALLEST_CU } from '../monitoring/sleeping-load.js';
import { type AwakeRecord, awakeRecord, type Stretch } from './awake-spans.js';
import { billedPattern, USUAL_TIMEOUT_SECONDS } from './billed-wakes.js';
import { type ExplainedCompute, priced, type Size } from './explained-compute.js';
import type { ComputeMoves, PlatformRecords } from './platform-records.js';
import { MIN_WAKES, pollersOf } from './wake-periods.js';

/** The answer for all computes of the records. */
export interface Explanation {
  /** The one that is awake for the largest share of the time first. */
  readonly computes: readonly ExplainedCompute[];
  readonly notes: readonly string[];
}

/** Explains why computes are awake. @throws TraceError for records that contradict one another, or show no time awake */
export function explainAwake(records: PlatformRecords, files: readonly string[]): Promise<Explanation> {
  return namingFile(files[0]!, 'option', () => {
    const moved = records.computes.map((own) => ({
      own,
      record: awakeRecord(own, records.joins.get(own.project) ?? []),
    }));
    // After few wakes, a last start may be followed by any time awake.
    const isUsed = ({ record: { spans, is_open } }: (typeof moved)[number]) =>
      spans.length >= MIN_WAKES || (spans.length > 0 && !is_open);
    const slept = moved.filter(isUsed);
    const histories = records.histories.filter(
      ({ project }) => !slept.some(({ own }) => own.project === project),
    );
    const computes = [
      ...slept.map(({ own, record }) => explainedOperations(own, record, records)),
      ...histories.map(explainedHistory),
    ];
    const silent = moved
      .filter((one) => !isUsed(one))
      .map(({ own, record }) => {
        const what = record.is_open ? 'end with a start after few wakes' : 'are a suspension without a start';
        return `the operations of ${own.compute || own.project} ${what}: they do not show how long it was awake`;
      });
    if (computes.length === 0)
      throw new Refusal(
        silent[0]!,
        'add its consumption history: neap import consumption prints the command',
      );
    return {
      computes: computes.toSorted((a, b) => b.awake_share - a.awake_share),
      notes: [...records.notes, ...silent],
    };
  });
}

function explainedOperations(
  { project, compute }: ComputeMoves,
  record: AwakeRecord,
  { computes, histories }: PlatformRecords,
): ExplainedCompute {
  const { spans, window, unknown, is_open } = record;
  const own = histories.filter((history) => history.project === project);
  const is_only = computes.filter((other) => other.project === project).length === 1;
  const seconds = spans.map(lengthOf);
  const known_seconds = lengthOf(window) - sumOf(unknown, lengthOf);
  const awake_seconds = sumOf(seconds, (each) => each);
  // From the first start to the last, so that waking and sleeping have an equal part.
  const [first, last] = [spans[0], spans.at(-1)];
  const isCycle = first !== undefined && spans.length >= MIN_WAKES;
  const awake_share = isCycle
    ? (awake_seconds - lengthOf(last!)) / (last!.start - first.start - sumOf(unknown, lengthOf))
    : awake_seconds / Math.max(1, known_seconds);
  const timeout_seconds = suspendTimeoutOf(spans);
  const pollers = timeout_seconds === undefined ? [] : pollersOf(record, timeout_seconds);
  const notes = [
    ...unknown.map(
      ({ start, end }) =>
        `operations between ${momentText(start, 0)} and ${momentText(end, 0)} are missing: this time is left out`,
    ),
    ...(is_open
      ? [`the last operation is a start at ${momentText(window.end, 0)}: the time since then is not counted`]
      : []),
    ...(!is_only && own.length > 0
      ? ['consumption is that of the whole project: its mean size is taken for each of its computes']
      : []),
  ];
  const size = sizeOf(own, is_only ? record : undefined);
  const hours_per_month = awake_share * HOURS_PER_MONTH;
  const alone = pollers.map(({ wakes }) => {
    const single = wakes.filter((index) => seconds[index]! <= singleWake(timeout_seconds!));
    return (hours_per_month * sumOf(single, (index) => seconds[index]!)) / awake_seconds;
  });
  return priced({
    project,
    compute,
    window,
    record_hours: known_seconds / HOUR_SECONDS,
    awake_hours: awake_seconds / HOUR_SECONDS,
    awake_basis: 'counted',
    awake_share,
    awake_by_hour_of_day: isCycle
      ? byHourOfDay(spans.slice(0, -1), [{ start: first.start, end: last!.start }], unknown)
      : byHourOfDay(spans, [window], unknown),
    wakes: spans.length,
    suspend_timeout_seconds: timeout_seconds ?? USUAL_TIMEOUT_SECONDS,
    timeout_basis: timeout_seconds === undefined ? 'assumed' : 'inferred',
    found: pollers.map(({ period_seconds, certainty, wakes, regularity }, index) => ({
      period_seconds,
      certainty,
      evidence: `${wakes.length} of ${spans.length} wakes are at this period, ${Math.round(100 * regularity)} % of them without a break`,
      share_of_wakes: wakes.length / spans.length,
      alone_hours_per_month: alone[index]!,
    })),
    no_period: pollers.length > 0 ? null : noPeriod(spans.length, awake_share),
    size,
    plan: own.find(({ plan }) => plan !== undefined)?.plan,
    notes,
  });
}

function noPeriod(wakes: number, awake_share: number): string {
  if (wakes < MIN_WAKES) {
    const reason =
      awake_share > 0.9
        ? 'it rarely sleeps, so that something comes more often than the suspend timeout, which operations do not show'
        : 'add older pages of operations';
    return `${wakes} wakes are too few to show a period (expected ${MIN_WAKES} at least): ${reason}`;
  }
  return 'the wakes are not at a regular period: visits, or jobs at irregular times';
}

/** A wake without further activity lasts this much longer than the timeout: it starts, works, and is seen to be idle. */
const BEYOND_TIMEOUT_SECONDS = 10;

/**
 * The suspend timeout, as the length of a wake without further activity, in seconds; `undefined` for few wakes. Whole
 * minutes, the usual timeouts, are preferred.
 */
export function suspendTimeoutOf(spans: readonly Stretch[]): number | undefined {
  if (spans.length < MIN_WAKES) return undefined;
  const sorted = spans.map(lengthOf).toSorted((a, b) => a - b);
  const seen = sorted[Math.max(1, Math.floor(spans.length / 10))]!;
  const minutes = MINUTE_SECONDS * Math.floor((seen + 1) / MINUTE_SECONDS);
  return minutes > 0 && seen - minutes <= BEYOND_TIMEOUT_SECONDS ? minutes : Math.round(seen);
}

/** Longest wake that holds one activity only. */
function singleWake(timeout_seconds: number): number {
  return 1.1 * timeout_seconds + 5;
}

function lengthOf({ start, end }: Stretch): number {
  return end - start;
}

/** The mean size of a project's computes while awake. @param record of its only compute, if there are operations */
function sizeOf(histories: readonly BilledHistory[], record: AwakeRecord | undefined): Size {
  const frames = histories.flatMap((each) => each.frames);
  const covered =
    record === undefined
      ? []
      : frames.filter(
          ({ start, seconds }) => record.window.start <= start && start + seconds <= record.window.end,
        );
  const awake = sumOf(covered, ({ start, seconds }) =>
    overlap(record!.spans, { start, end: start + seconds }),
  );
  const billed = sumOf(covered, ({ cu_seconds }) => cu_seconds);
  if (awake > 0 && billed > 0) return { mean_cu: billed / awake, basis: 'measured' };
  const active = sumOf(frames, ({ active_seconds }) => active_seconds ?? 0);
  if (active > 0)
    return { mean_cu: sumOf(frames, ({ cu_seconds }) => cu_seconds) / active, basis: 'measured' };
  // A frame cannot be awake for longer than it lasts.
  const least = frames.reduce((most, { cu_seconds, seconds }) => Math.max(most, cu_seconds / seconds), 0);
  return { mean_cu: Math.max(SMALLEST_CU, least), basis: 'assumed' };
}

function overlap(spans: readonly Stretch[], { start, end }: Stretch): number {
  return sumOf(spans, (span) => Math.max(0, Math.min(span.end, end) - Math.max(span.start, start)));
}

/** The share of each hour of the day that is within spans, of what is known of it. */
function byHourOfDay(
  spans: readonly Stretch[],
  windows: readonly Stretch[],
  unknown: readonly Stretch[],
): readonly (number | null)[] {
  const [awake, known, missing] = [spans, windows, unknown].map(secondsByHour);
  return known!.map((seconds, hour) => {
    const left = seconds - missing![hour]!;
    return left < 1 ? null : Math.min(1, awake![hour]! / left);
  });
}

function secondsByHour(stretches: readonly Stretch[]): readonly number[] {
  const hours = Array.from({ length: 24 }, () => 0);
  for (const { start, end } of stretches) {
    for (let at = start; at < end; ) {
      const next = Math.min(end, (Math.floor(at / HOUR_SECONDS) + 1) * HOUR_SECONDS);
      hours[Math.floor(at / HOUR_SECONDS) % 24]! += next - at;
      at = next;
    }
  }
  return hours;
}

function explainedHistory(history: BilledHistory): ExplainedCompute {
  const { project, branch, frames, plan } = history;
  const size = sizeOf([history], undefined);
  const awakeSeconds = ({ active_seconds, cu_seconds, seconds }: BilledFrame): number =>
    active_seconds ?? Math.min(seconds, cu_seconds / size.mean_cu);
  const record_seconds = sumOf(frames, ({ seconds }) => seconds);
  const awake_seconds = sumOf(frames, awakeSeconds);
  const last = frames.at(-1)!;
  const window = { start: frames[0]!.start, end: last.start + last.seconds };
  const gap_hours = (lengthOf(window) - record_seconds) / HOUR_SECONDS;
  const pattern = billedPattern(frames, awakeSeconds, USUAL_TIMEOUT_SECONDS);
  const isHourly = frames[0]!.seconds === HOUR_SECONDS;
  const stretches = frames.map(({ start, seconds }) => ({ start, end: start + seconds }));
  const stretchesAwake = frames.map((frame) => ({
    start: frame.start,
    end: frame.start + awakeSeconds(frame),
  }));
  return priced({
    project,
    compute: branch,
    window,
    record_hours: record_seconds / HOUR_SECONDS,
    awake_hours: awake_seconds / HOUR_SECONDS,
    awake_basis: frames.some(({ active_seconds }) => active_seconds !== undefined) ? 'measured' : size.basis,
    awake_share: awake_seconds / record_seconds,
    awake_by_hour_of_day: isHourly ? byHourOfDay(stretchesAwake, stretches, []) : [],
    wakes: null,
    suspend_timeout_seconds: USUAL_TIMEOUT_SECONDS,
    timeout_basis: 'assumed',
    found:
      pattern.kind === 'none'
        ? []
        : [
            {
              period_seconds: pattern.period_seconds,
              certainty: 'low',
              evidence: `${pattern.frames} quiet hours are alike, if the suspend timeout is 5 min; with a timeout of 1 min the period is a fifth of that; operations would show it`,
              share_of_wakes: null,
              alone_hours_per_month:
                HOURS_PER_MONTH * Math.min(1, USUAL_TIMEOUT_SECONDS / pattern.period_seconds),
            },
          ],
    no_period: pattern.kind === 'none' ? pattern.reason : null,
    size,
    plan,
    notes:
      gap_hours > 0
        ? [
            `${Number(gap_hours.toFixed(2))} h between the first and the last timeframe are missing and left out`,
          ]
        : [],
  });
}
