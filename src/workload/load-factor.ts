import { scaled } from '../kernel/distribution-scale.js';
import type { LoadSpecification, ProcessSpecification } from './load-specification.js';
import type { RateSpecification } from './rate-specification.js';

/**
 * The same load with `factor` times as many queries: rates, counts and closed-loop clients grow, what a query asks
 * for and how clients connect stay. Recorded moments are repeated, the copies spread evenly over the gap that
 * follows; where the factor is not whole, some moments get one copy more than others, evenly. A schedule's number
 * of queries and a loop's number of clients are rounded, to one at least.
 *
 * @param factor above 0 and finite
 * @throws RangeError for any other factor
 */
export function loadTimes(load: LoadSpecification, factor: number): LoadSpecification {
  if (!(factor > 0 && Number.isFinite(factor))) {
    throw new RangeError(`load factor: expected a finite number above 0, got ${factor}`);
  }
  return factor === 1 ? load : { ...load, process: processTimes(load.process, factor) };
}

function processTimes(process: ProcessSpecification, factor: number): ProcessSpecification {
  switch (process.kind) {
    case 'poisson':
    case 'regular':
      return { ...process, rate: rateTimes(process.rate, factor) };
    case 'renewal':
      return { ...process, gap: scaled(process.gap, 1 / factor) };
    case 'cron':
      return { ...process, count: whole(process.count * factor) };
    case 'counts':
      return { ...process, counts: process.counts.map((count) => count * factor) };
    case 'arrivals':
      return { ...process, times_seconds: momentsTimes(process.times_seconds, factor) };
    case 'closed':
      return { ...process, clients: whole(process.clients * factor) };
    case 'none':
      return process;
  }
}

function rateTimes(rate: RateSpecification, factor: number): RateSpecification {
  switch (rate.kind) {
    case 'constant':
      return { ...rate, per_second: rate.per_second * factor };
    case 'steps':
      return {
        ...rate,
        steps: rate.steps.map((step) => ({ ...step, per_second: step.per_second * factor })),
      };
    case 'ramp':
      return {
        ...rate,
        from_per_second: rate.from_per_second * factor,
        to_per_second: rate.to_per_second * factor,
      };
    case 'seasonal':
      return { ...rate, base_per_second: rate.base_per_second * factor };
    case 'spikes':
      return {
        ...rate,
        base_per_second: rate.base_per_second * factor,
        spikes: rate.spikes.map((spike) => ({ ...spike, per_second: spike.per_second * factor })),
      };
    case 'cron':
      return { ...rate, per_second: rate.per_second * factor };
    case 'mmpp':
      return {
        ...rate,
        states: rate.states.map((state) => ({ ...state, per_second: state.per_second * factor })),
      };
    case 'log_ou':
      return { ...rate, mean_per_second: rate.mean_per_second * factor };
    case 'series':
      return { ...rate, per_second: rate.per_second.map((value) => value * factor) };
    case 'sum':
      return { ...rate, parts: rate.parts.map((part) => rateTimes(part, factor)) };
    case 'product': {
      // The factors after the first are multipliers without a unit.
      const [first, ...others] = rate.parts;
      return first === undefined ? rate : { ...rate, parts: [rateTimes(first, factor), ...others] };
    }
  }
}

function momentsTimes(times: Float64Array, factor: number): Float64Array {
  const all: number[] = [];
  for (const [index, time] of times.entries()) {
    const copies = Math.floor((index + 1) * factor) - Math.floor(index * factor);
    const gap = (times[index + 1] ?? time) - time;
    for (let copy = 0; copy < copies; copy++) all.push(time + (copy / copies) * gap);
  }
  return Float64Array.from(all);
}

function whole(count: number): number {
  return Math.max(1, Math.round(count));
}
