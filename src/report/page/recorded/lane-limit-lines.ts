import { number } from '../../figures/figure-text.js';
import { boundText } from '../../figures/named-figure.js';
import type { Limit } from '../charts/drawing.js';
import type { LaneLimits } from './page-data.js';

/** The limits of a lane as lines with their words, by the figure that they are on; none where there is no limit. */
export function limitLinesOf({ min_cu, max_cu, latency_p99_ms, max_connections }: LaneLimits) {
  const line = (value: number | null, text: (value: number) => string): readonly Limit[] =>
    value === null ? [] : [{ value, text: text(value) }];
  return {
    size: [
      ...line(max_cu, (cu) => `at most ${number(cu)} CU`),
      ...line(min_cu === max_cu ? null : min_cu, (cu) => `at least ${number(cu)} CU`),
    ],
    latency: line(latency_p99_ms, (ms) => `objective: at most ${boundText('latency_p99', ms)}`),
    connections: line(max_connections, (slots) => `max_connections ${number(slots)}`),
  };
}
