import { DEFAULT_SUSPEND_TIMEOUT_SECONDS } from '../../compute/lifecycle/suspend-timeout.js';
import type { PlayedTrace } from '../../workload/trace/trace.js';

/** Times without an arrival. */
export interface QuietSpells {
  readonly longest_seconds: number;
  /** Where the longest begins. */
  readonly longest_at_seconds: number;
  /** Spells longer than the default idle timeout of 300 s: suspensions to expect if queries were instant. */
  readonly over_300_s: number;
}

/**
 * The quiet spells of a trace: gaps between arrivals, or runs of intervals that count nothing. A missing
 * interval ends a run, since its count is unknown; a run is a lower bound of the time without arrivals.
 *
 * @returns `undefined` for a level
 */
export function quietSpells(trace: PlayedTrace): QuietSpells | undefined {
  if (trace.kind === 'level') return undefined;
  const { times_seconds: times, values, width_seconds } = trace;
  let longest_seconds = 0;
  let longest_at_seconds = times[0] ?? 0;
  let over_300_s = 0;
  const spell = (from: number, to: number) => {
    if (to - from > DEFAULT_SUSPEND_TIMEOUT_SECONDS) over_300_s += 1;
    if (to - from <= longest_seconds) return;
    longest_seconds = to - from;
    longest_at_seconds = from;
  };
  if (trace.kind === 'arrivals') for (let i = 1; i < times.length; i++) spell(times[i - 1]!, times[i]!);
  else {
    for (let i = 0; i < times.length; i++) {
      if (values[i] !== 0) continue;
      const from = i;
      while (values[i + 1] === 0 && times[i + 1]! - times[i]! < 1.5 * width_seconds) i += 1;
      spell(times[from]!, times[i]! + width_seconds);
    }
  }
  return { longest_seconds, longest_at_seconds, over_300_s };
}
