import type { TraceSelection } from '../trace.js';
import { TraceError } from '../trace-error.js';
import type { CutRows } from './cut.js';

/**
 * Scales the kept rows, plays them `repeat` times one after the other and shifts the whole. Scaled counts
 * stay fractional: whoever draws arrivals from them rounds the running sum, so that the total is kept.
 *
 * @returns seconds after the beginning of the cut, shifted, and scaled values, none for single arrivals
 * @throws TraceError when scale, repeat or shift is out of its range, or a single arrival is to be repeated
 */
export function playRows(
  cut: CutRows,
  selection: Pick<TraceSelection, 'file' | 'kind' | 'scale' | 'repeat' | 'shift_seconds'>,
) {
  const { file, kind, scale, repeat, shift_seconds } = selection;
  if (!(scale > 0) || !Number.isFinite(scale)) throw new TraceError(file, `scale: ${scale} is not above 0`);
  if (!Number.isInteger(repeat) || repeat < 1) {
    throw new TraceError(file, `repeat: ${repeat} is not a whole number of 1 or more`);
  }
  if (!Number.isFinite(shift_seconds)) throw new TraceError(file, `shift: ${shift_seconds} is not a time`);
  if (kind === 'arrivals' && scale !== 1) {
    throw new TraceError(file, 'scale multiplies counts or levels; single arrivals cannot be scaled');
  }
  const period = cut.end_seconds - cut.begin_seconds;
  if (repeat > 1 && !(period > 0)) {
    throw new TraceError(
      file,
      'one arrival does not tell when to repeat it; say where the trace ends with to',
    );
  }
  const { times, values } = cut.rows;
  const n = times.length;
  if (kind === 'arrivals' && repeat === 1) {
    // Recordings of single arrivals are long, and nobody else holds their moments: no copy of them.
    for (let i = 0; i < n; i++) times[i] = times[i]! - cut.begin_seconds + shift_seconds;
    return { times_seconds: times, values: new Float64Array(0) };
  }
  const played = new Float64Array(n * repeat);
  const scaled = new Float64Array(kind === 'arrivals' ? 0 : n * repeat);
  for (let k = 0; k < repeat; k++) {
    const later = k * period + shift_seconds;
    for (let i = 0; i < n; i++) {
      played[k * n + i] = times[i]! - cut.begin_seconds + later;
      if (kind !== 'arrivals') scaled[k * n + i] = values[i]! * scale;
    }
  }
  return { times_seconds: played, values: scaled };
}
