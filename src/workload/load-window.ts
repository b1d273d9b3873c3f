import { countBelow } from '../statistics/count-below.js';
import type { LoadSpecification, ProcessSpecification } from './load-specification.js';
import { allMoments } from './moments/packed-moments.js';
import type { RateSpecification } from './rate/rate-specification.js';

/**
 * A load as it is from a moment on: what stands at a time of the run stands `from_seconds` earlier, what has a season
 * keeps the clock on the wall. Processes without a memory of time (renewals, loops, modulated rates) begin anew.
 *
 * @param from_seconds since the scenario's start, 0 or more
 */
export function loadFrom(load: LoadSpecification, from_seconds: number): LoadSpecification {
  if (from_seconds === 0) return load;
  return { ...load, process: processFrom(load.process, from_seconds) };
}

function processFrom(process: ProcessSpecification, from: number): ProcessSpecification {
  switch (process.kind) {
    case 'poisson':
    case 'regular':
      return { ...process, rate: rateFrom(process.rate, from) };
    case 'cron':
      return { ...process, start_epoch_seconds: process.start_epoch_seconds + from };
    case 'counts': {
      const first = countBelow(process.starts_seconds, from);
      return {
        ...process,
        starts_seconds: process.starts_seconds.slice(first).map((start) => start - from),
        counts: process.counts.slice(first),
      };
    }
    case 'arrivals': {
      const times = allMoments(process.times_seconds);
      const first = countBelow(times, from);
      return { ...process, times_seconds: times.slice(first).map((time) => time - from) };
    }
    case 'renewal':
    case 'closed':
    case 'none':
      return process;
  }
}

function rateFrom(rate: RateSpecification, from: number): RateSpecification {
  switch (rate.kind) {
    case 'constant':
    case 'mmpp':
    case 'log_ou':
      return rate;
    case 'steps': {
      // The step that rules at the beginning begins with it.
      const steps = rate.steps.map((step) => ({ ...step, at_seconds: Math.max(0, step.at_seconds - from) }));
      const ruling = rate.steps.findLastIndex((step) => step.at_seconds <= from);
      return { ...rate, steps: steps.slice(Math.max(0, ruling)) };
    }
    case 'ramp':
      return { ...rate, start_seconds: rate.start_seconds - from };
    case 'seasonal':
    case 'cron':
      return { ...rate, start_epoch_seconds: rate.start_epoch_seconds + from };
    case 'spikes':
      return {
        ...rate,
        spikes: rate.spikes.flatMap((spike) => {
          const [at, end] = [spike.at_seconds - from, spike.at_seconds + spike.for_seconds - from];
          return end <= 0
            ? []
            : [{ ...spike, at_seconds: Math.max(0, at), for_seconds: end - Math.max(0, at) }];
        }),
      };
    case 'series': {
      const first = countBelow(rate.starts_seconds, from);
      return {
        ...rate,
        starts_seconds: rate.starts_seconds.slice(first).map((start) => start - from),
        per_second: rate.per_second.slice(first),
      };
    }
    case 'sum':
    case 'product':
      return { ...rate, parts: rate.parts.map((part) => rateFrom(part, from)) };
  }
}
