import type { RunShape } from '../../study/runs/run-shape.js';
import type { Band, Replications } from './course-data.js';
import { rounded } from './recorded-course.js';

/** Mean and extremes of several measured runs in each stretch of time; `undefined` for fewer than two runs. */
export function replicationBands(shapes: readonly RunShape[]): Replications | undefined {
  const [first] = shapes;
  if (first === undefined || shapes.length < 2) return undefined;
  const band = (figure: Exclude<keyof RunShape, 'width_seconds'>): Band => {
    const stretches = first.cu.map((_, at) =>
      shapes.map((shape) => shape[figure][at] ?? null).filter((value) => value !== null),
    );
    const each = (of: (known: readonly number[]) => number) =>
      rounded(stretches.map((known) => (known.length === 0 ? null : of(known))));
    return {
      mean: each((known) => known.reduce((sum, value) => sum + value, 0) / known.length),
      low: each((known) => Math.min(...known)),
      high: each((known) => Math.max(...known)),
    };
  };
  return {
    count: shapes.length,
    width_seconds: first.width_seconds,
    bands: {
      size: band('cu'),
      load: band('load'),
      queries: band('per_second'),
      latency: band('latency_p99_ms'),
    },
  };
}
