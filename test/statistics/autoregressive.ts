import { RandomStream } from '../../src/kernel/random-stream.js';
import { sampler } from '../../src/kernel/sampler.js';

/** x ← φ x + noise of mean 0: a stationary series whose neighbors correlate by φ. */
export function autoregressive(phi: number, length: number, name: string): Float64Array {
  const noise = sampler({ kind: 'uniform', min: -1, max: 1 }, new RandomStream(name));
  const series = new Float64Array(length);
  let x = 0;
  for (let index = -1000; index < length; index++) {
    x = phi * x + noise();
    if (index >= 0) series[index] = x;
  }
  return series;
}
