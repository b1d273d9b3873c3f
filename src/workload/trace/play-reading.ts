import { momentText } from './reading/moment-text.js';
import { Refusal } from './reading/question.js';
import type { Reading } from './reading/reading.js';
import type { PlayedTrace, TraceSelection } from './trace.js';

type Play = Pick<TraceSelection, 'from' | 'to' | 'gaps' | 'shift_seconds' | 'repeat'>;

const ONCE: Play = { shift_seconds: 0, repeat: 1 };

/**
 * Plays a reading `repeat` times, one after the other, and shifts the whole.
 * @throws Refusal if repeat or shift is out of range, or a single arrival is to be repeated
 */
export function playedOf(reading: Reading, play: Play = ONCE): PlayedTrace {
  const { kind, name, values, interval_seconds, dated, from, to } = reading;
  const { repeat, shift_seconds } = play;
  if (!Number.isInteger(repeat) || repeat < 1)
    throw new Refusal(`repeat: ${repeat} is not a whole number of 1 or more`);
  if (!Number.isFinite(shift_seconds)) throw new Refusal(`shift: ${shift_seconds} is not a time`);
  const { times } = reading;
  const n = times.length;
  const mean_gap = n > 1 ? (times[n - 1]! - times[0]!) / (n - 1) : 0;
  const is_open = kind === 'arrivals' && play.to === undefined;
  const period = to - from + (is_open ? mean_gap : 0);
  if (repeat > 1 && !(period > 0))
    throw new Refusal(
      'one arrival does not show when to repeat it',
      'add where the trace ends: --window ..1h',
    );
  const played = new Float64Array(n * repeat);
  const played_values = new Float64Array(kind === 'arrivals' ? 0 : n * repeat);
  for (let k = 0; k < repeat; k++) {
    const later = k * period + shift_seconds;
    for (let i = 0; i < n; i++) played[k * n + i] = sinceBeginning(times[i]!, from, dated) + later;
    if (kind !== 'arrivals') played_values.set(values, k * n);
  }
  return {
    kind,
    name,
    times_seconds: played,
    values: played_values,
    width_seconds: interval_seconds,
    origin_epoch_seconds: dated ? from : undefined,
    end_seconds: play.to === undefined ? undefined : repeat * period + shift_seconds,
    warnings: [...reading.notes, ...silenceNotes(reading, play)],
  };
}

/** Unix seconds have microseconds at best. */
function sinceBeginning(time: number, from: number, dated: boolean): number {
  return dated ? Math.round((time - from) * 1e6) / 1e6 : time - from;
}

/** Bounds of a cut that lie outside of what was recorded. */
function silenceNotes({ kind, times, interval_seconds, dated, from, to }: Reading, play: Play): string[] {
  if (kind === 'arrivals' || play.gaps === 'zero') return [];
  const origin = dated ? 0 : undefined;
  const [first, last] = [times[0]!, times[times.length - 1]!];
  const notes: string[] = [];
  if (play.from !== undefined && first - from > interval_seconds - 1e-6) {
    notes.push(
      `from is ${momentText(from, origin)}; nothing arrives until the first row kept, ${momentText(first, origin)}`,
    );
  }
  if (play.to !== undefined && to - last > 2 * interval_seconds - 1e-6) {
    notes.push(
      `to is ${momentText(to, origin)}; nothing arrives after the last row kept, ${momentText(last, origin)}`,
    );
  }
  return notes;
}
