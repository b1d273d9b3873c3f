import { describe, expect, it } from 'vitest';
import { replicationBands } from '../../src/report/page/recorded/replication-bands.js';
import { replicationsDrawing } from '../../src/report/page/sections/replications-drawing.js';
import { ShapeMeter } from '../../src/simulation/outcome/run-shape.js';
import { exampleTimelineRow, histogramOf } from './example-run.js';

const LIMITS = { min_cu: null, max_cu: null, latency_p99_ms: 500, max_connections: null };

/** Two computes, a day in hours; the one replication has twice the queries of the other, and slower ones. */
function shapeOf(times: number) {
  const meter = new ShapeMeter({ duration_seconds: 86_400, timeline_interval_seconds: 300 });
  for (let start_seconds = 0; start_seconds < 86_400; start_seconds += 300) {
    for (const compute of ['one', 'two']) {
      const busy = start_seconds < 43_200;
      const row = { start_seconds, end_seconds: start_seconds + 300, cu_seconds: 75 * times, load_mean: 0.5 };
      const latency = busy ? histogramOf(0.1 * times) : histogramOf();
      meter.timeline(exampleTimelineRow({ ...row, compute, arrived: busy ? 30 * times : 0, latency }));
    }
  }
  return meter.shape;
}

describe('the curves of several replications', () => {
  const shapes = [shapeOf(1), shapeOf(2), shapeOf(2)];
  const bands = replicationBands(shapes)!;

  it('are the mean and the extremes of all replications, stretch by stretch', () => {
    expect(bands.width_seconds).toBe(600);
    const { cu, per_second, load, latency_p99_ms } = bands.figures;
    expect(cu.values).toHaveLength(144);
    // Two computes of a quarter CU each, twice as large in two of three runs.
    expect(cu.values[3]).toBeCloseTo((0.5 + 1 + 1) / 3, 12);
    expect(cu.band[3]).toEqual({ low: expect.closeTo(0.5, 12), high: expect.closeTo(1, 12) });
    expect(per_second.values[0]).toBeCloseTo((0.2 + 0.4 + 0.4) / 3, 12);
    expect(load.band[143]).toEqual({ low: expect.closeTo(1, 12), high: expect.closeTo(1, 12) });
    expect(latency_p99_ms.band[0]!.high / latency_p99_ms.band[0]!.low).toBeCloseTo(2, 1);
    expect([latency_p99_ms.values[143], latency_p99_ms.band[143]]).toEqual([null, null]);
  });

  it('are drawn with words that call the shade extremes; of a single run nothing is drawn', () => {
    const of = { limits: LIMITS, start_epoch_seconds: 0, summary: { duration_seconds: 86_400 } };
    const drawn = String((replicationsDrawing({ ...of, shapes }) as { readonly html: string }).html);
    expect(drawn).toContain('Over all 3 replications');
    expect(drawn).toContain('extremes, no interval');
    expect(drawn).toContain('objective: at most 500 ms');
    expect(replicationsDrawing({ ...of, shapes: shapes.slice(0, 1) })).toBeNull();
  });
});
