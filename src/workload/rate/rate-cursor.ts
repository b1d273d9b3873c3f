import type { RandomStream } from '../../kernel/random-stream.js';
import { CombinedRate } from './combined.js';
import { constantRate } from './constant.js';
import { cronRate } from './cron.js';
import type { RateCursor } from './cursor.js';
import { logOuRate } from './log-ou.js';
import { mmppRate } from './mmpp.js';
import { seriesRate, spikesRate, stepsRate } from './piecewise.js';
import { rampRate } from './ramp.js';
import type { RateSpecification } from './rate-specification.js';
import { seasonalRate } from './seasonal.js';

/**
 * A cursor over a rate, at time 0.
 *
 * A random part (`mmpp`, `log_ou`) draws its path from a separate stream, named by its position: `rate` at
 * the top, `rate.1` for the second part of a sum or product, and so on. Its path is therefore independent of its
 * reader and of the other parts' settings.
 *
 * Throws a RangeError for a specification that breaks the contract of its type.
 *
 * @param streamFor returns the stream of a name; called once for each random part
 * @param name the name of this part
 */
export function rateCursor(
  specification: RateSpecification,
  streamFor: (part: string) => RandomStream,
  name = 'rate',
): RateCursor {
  const part = (of: RateSpecification, index: number) => rateCursor(of, streamFor, `${name}.${index}`);
  switch (specification.kind) {
    case 'constant':
      return constantRate(specification.per_second);
    case 'steps':
      return stepsRate(specification);
    case 'ramp':
      return rampRate(specification);
    case 'seasonal':
      return seasonalRate(specification);
    case 'spikes':
      return spikesRate(specification);
    case 'cron':
      return cronRate(specification);
    case 'mmpp':
      return mmppRate(specification, streamFor(name));
    case 'log_ou':
      return logOuRate(specification, streamFor(name));
    case 'series':
      return seriesRate(specification);
    case 'sum':
    case 'product':
      return new CombinedRate(specification.parts.map(part), specification.kind);
  }
}
