import { describe, expect, it } from 'vitest';
import { summarise } from '../../src/report/figures/summary.js';
import { readableColumns, type TimePanel } from '../../src/report/page/charts/time-panel.js';
import { timePanels } from '../../src/report/page/charts/time-panels.js';
import { RecordedMarks } from '../../src/report/page/recorded/recorded-marks.js';
import { distributionChart } from '../../src/report/page/sections/distribution-chart.js';
import { SparklineSeries } from '../../src/report/text/sparkline-series.js';
import {
  exampleCompute,
  exampleDecision,
  exampleObservations,
  exampleScenario,
  exampleTimelineRow,
  histogramOf,
} from './example-run.js';
import { runScreen } from './run-screen.js';

describe('what people read off a report', () => {
  it('marks the last event too where the decision log is cut', () => {
    const marks = new RecordedMarks(86_400, () => true);
    for (let hour = 0; hour < 24; hour++) {
      marks.add(exampleDecision({ decision: 'wake', time_seconds: 3600 * hour + 3599 }));
    }
    const [row] = marks.rows();
    expect(row!.seconds).toHaveLength(24);
    expect(row!.seconds.at(-1)).toBeGreaterThan(86_000);
    expect(marks.coarse).toBe(true);
  });

  it('draws no comb: a mean with its extremes where a compute suspends after every query', () => {
    const comb = { values: Array.from({ length: 288 }, (_, index) => (index % 2) / 4), by: 'mean' } as const;
    const columns = readableColumns(comb, 86_400, 300, 420).map((column) => column!);
    expect(columns.length).toBeLessThan(150);
    for (const { low, mean, high } of columns.slice(0, -1)) {
      expect([low, high]).toEqual([0, 0.25]);
      expect(mean).toBeCloseTo(0.125, 1);
    }
    const calm = {
      values: Array.from({ length: 288 }, (_, index) => Math.sin(index / 40)),
      by: 'mean',
    } as const;
    expect(readableColumns(calm, 86_400, 300, 420)).toHaveLength(288);
  });

  it('says so where there is nothing to draw, instead of empty axes; unless the other of a pair has something', () => {
    const panel = (values: readonly (number | null)[], like?: readonly (number | null)[]): TimePanel => ({
      ...{
        kind: 'latency',
        label: 'Latency',
        text: String,
        by: 'largest',
        limits: [{ text: 'limit', value: 9 }],
      },
      ...{ values, nothing: 'no query completed', ...(like && { like: { values: like, limits: [] } }) },
    });
    const span = { start_epoch_seconds: 0, duration_seconds: 86_400, width_seconds: 28_800, marks: [] };
    const drawn = (...panels: readonly TimePanel[]) =>
      timePanels({ ...span, id: 'timeline', title: 'Over time', panels }).html;
    const empty = drawn(panel([null, null, null]), panel([0, 0, 0]));
    expect(empty.match(/no query completed/g)).toHaveLength(4);
    expect(empty).not.toMatch(/time-line|class="grid"|class="limit"/);
    expect(drawn(panel([null, 3, null]))).not.toContain('no query completed');
    expect(drawn(panel([null, null, null], [null, 3, null]))).toContain('class="grid"');
  });

  it('tells few values in a sentence instead of drawing a distribution of them', () => {
    const few = distributionChart('wakes', 'Wakes', ['wake', 'wakes'], histogramOf(1)).html;
    expect(few).toContain('1 wake');
    expect(few).not.toContain('1 wakes');
    expect(few).not.toContain('<svg');
  });

  it('has the same peak on every width of screen', () => {
    const scenario = exampleScenario();
    const summary = summarise(scenario, exampleObservations(exampleCompute()));
    const peaks = [60, 80, 120, 200].map((width) => {
      const shape = new SparklineSeries(86_400);
      for (let hour = 0; hour < 24; hour++) {
        const [start_seconds, end_seconds] = [3600 * hour, 3600 * (hour + 1)];
        shape.add(exampleTimelineRow({ start_seconds, end_seconds, arrived: 37 * hour * hour }));
      }
      return runScreen(summary, width, shape).match(/peak [\d.,]+/g);
    });
    expect(peaks[0]).toHaveLength(2);
    for (const each of peaks) expect(each).toEqual(peaks[0]);
  });
});
