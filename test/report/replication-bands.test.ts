import { describe, expect, it } from 'vitest';
import { coursePlot } from '../../src/report/course/course-plot.js';
import { replicationBands } from '../../src/report/course/replication-bands.js';
import { drawPlot } from '../../src/report/forms/plot/draw-plot.js';
import { ShapeMeter } from '../../src/study/runs/run-shape.js';
import { exampleTimelineRow, histogramOf } from './example-run.js';

const LIMITS = { min_cu: null, max_cu: null, latency_p99_ms: 500, max_connections: null };

/** Two computes, a day in hours; the second replication has twice the queries of the first, and slower ones. */
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
    const { size, queries, load, latency } = bands.bands;
    expect(size.mean).toHaveLength(144);
    // Two computes of a quarter CU each, twice as large in two of three runs.
    expect(size.mean[3]).toBeCloseTo((0.5 + 1 + 1) / 3, 3);
    expect([size.low[3], size.high[3]]).toEqual([0.5, 1]);
    expect(queries.mean[0]).toBeCloseTo((0.2 + 0.4 + 0.4) / 3, 3);
    expect(load.high[143]).toBe(1);
    expect(latency.high[0]! / latency.low[0]!).toBeCloseTo(2, 1);
    expect([latency.mean[143], latency.low[143]]).toEqual([null, null]);
  });

  it('are drawn with a caption that explains the band as extremes; a single run has none', () => {
    const { width_seconds } = bands;
    const span = { start_epoch_seconds: 0, duration_seconds: 86_400, width_seconds };
    const drawn = drawPlot(coursePlot({ ...span, lanes: [], limits: [LIMITS], replications: bands }))!.html;
    expect(drawn).toContain('mean of 3 replications');
    expect(drawn).toContain('from the lowest to the highest (not an interval)');
    expect(drawn).toContain('objective: at most 500 ms');
    expect(replicationBands(shapes.slice(0, 1))).toBeUndefined();
  });
});
