import { describe, expect, it } from 'vitest';
import { COURSE_PANELS } from '../../src/report/course/panels.js';
import { RecordedCourse } from '../../src/report/course/recorded-course.js';
import { seriesColumns } from '../../src/report/course/series-columns.js';
import { sparkline } from '../../src/report/text/sparkline.js';
import { summarise } from '../../src/study/run/summary.js';
import { exampleCompute, exampleObservations, exampleScenario, exampleTimelineRow } from './example-run.js';
import { runScreen } from './run-screen.js';

describe('the charts of a report', () => {
  it('show a mean with its extremes, not a comb, if a compute suspends after every query', () => {
    const comb = Array.from({ length: 288 }, (_, index) => (index % 2) / 4);
    const columns = seriesColumns(comb, 'mean');
    expect(columns.length).toBeLessThan(150);
    for (const { low, value, high } of columns.slice(0, -1)) {
      expect([low, high]).toEqual([0, 0.25]);
      expect(value).toBeCloseTo(0.125, 1);
    }
    const calm = Array.from({ length: 288 }, (_, index) => Math.sin(index / 40));
    expect(seriesColumns(calm, 'mean')).toHaveLength(288);
  });

  it('show only figures that vary or indicate a problem', () => {
    const flat = Array.from({ length: 288 }, () => 0.25);
    const daily = flat.map((_, index) => 2 + Math.sin(index / 20));
    const noisy = flat.map((_, index) => 2 + (index % 3) / 10);
    const isDrawn = (id: string, values: readonly (number | null)[], slots = 100) => {
      const limits = { min_cu: null, max_cu: 1, latency_p99_ms: null, max_connections: slots };
      return COURSE_PANELS.find((panel) => panel.id === id)!.isInformative(values, limits);
    };
    expect([flat, daily, noisy].map((values) => isDrawn('queries', values))).toEqual([false, true, false]);
    expect([flat, flat.map(() => null)].map((values) => isDrawn('latency', values))).toEqual([true, false]);
    expect([100, 4].map((slots) => isDrawn('connections', daily, slots))).toEqual([false, true]);
    expect([daily, daily.map((value) => 20 * value)].map((values) => isDrawn('waiting', values))).toEqual([
      false,
      true,
    ]);
  });

  it('have the same peak at every width of a screen', () => {
    const scenario = exampleScenario();
    const summary = summarise(scenario, exampleObservations(exampleCompute()));
    const course = new RecordedCourse([{ name: 'primary' }], 86_400);
    for (let hour = 0; hour < 24; hour++) {
      const [start_seconds, end_seconds] = [3600 * hour, 3600 * (hour + 1)];
      course.timeline(exampleTimelineRow({ start_seconds, end_seconds, arrived: 37 * hour * hour }));
    }
    const peaks = [60, 80, 120, 200].map((width) =>
      runScreen(summary, width, { width_seconds: 3600, series: course.lanes()[0]!.series }).match(
        /peak [\d.,]+/g,
      ),
    );
    expect(peaks[0]).not.toBeNull();
    for (const each of peaks) expect(each).toEqual(peaks[0]);
  });

  it('show silence as a gap and the maximum as a full bar', () => {
    expect(sparkline([0, 1, 4, 8])).toBe(' ▁▄█');
    expect(sparkline([0, 0])).toBe('  ');
  });
});
