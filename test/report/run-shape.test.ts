import { describe, expect, it } from 'vitest';
import { sparkline } from '../../src/report/text/sparkline.js';
import { SparklineSeries } from '../../src/report/text/sparkline-series.js';
import { exampleTimelineRow } from './example-run.js';

describe('shape of a run', () => {
  it('spreads a row over the stretches it covers', () => {
    const shape = new SparklineSeries(480, 48);
    shape.add(exampleTimelineRow({ start_seconds: 0, end_seconds: 20, arrived: 40, cu_seconds: 5 }));
    expect(shape.arrivals_per_second.slice(0, 3)).toEqual([2, 2, 0]);
    expect(shape.mean_cu.slice(0, 3)).toEqual([0.25, 0.25, 0]);
  });

  it('adds computes and short rows up', () => {
    const shape = new SparklineSeries(480, 48);
    for (const start of [0, 5]) {
      for (const compute of ['a', 'b']) {
        const row = { compute, start_seconds: start, end_seconds: start + 5, arrived: 10, cu_seconds: 5 };
        shape.add(exampleTimelineRow(row));
      }
    }
    expect(shape.arrivals_per_second[0]).toBe(4);
    expect(shape.mean_cu[0]).toBe(2);
  });

  it('draws silence as a blank and the maximum as a full bar', () => {
    expect(sparkline([0, 1, 4, 8])).toBe(' ▁▄█');
    expect(sparkline([0, 0])).toBe('  ');
  });
});
