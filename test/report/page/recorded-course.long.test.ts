import { describe, expect, it } from 'vitest';
import { RecordedCourse } from '../../../src/report/course/recorded-course.js';
import { RecordedDecisions } from '../../../src/report/course/recorded-decisions.js';
import { exampleDecision, exampleTimelineRow, histogramOf } from '../example-run.js';

describe('the recorded decision log', () => {
  it('keeps the first entry of each kind, and counts those it leaves out', () => {
    const recorded = new RecordedDecisions();
    for (let index = 0; index < 15_000; index++) recorded.add(exampleDecision({ decision: 'refuse' }));
    recorded.add(exampleDecision({ decision: 'suspend', time_seconds: 4.125, reason: 'idle', cu_after: 0 }));
    expect(recorded.leftOut).toBe(3000);
    expect(recorded.rows.at(-1)).toEqual([4125, 'primary', 'suspend', 0, 'idle']);
    expect(recorded.kinds).toEqual(['refuse', 'suspend']);
  });
});

describe('the recorded course', () => {
  const quick = histogramOf(0.01);
  const slow = histogramOf(0.5);
  const example = exampleTimelineRow();
  const interval = (index: number, compute: string, seconds = 60) => ({
    ...example,
    start_seconds: index * 60,
    end_seconds: index * 60 + seconds,
    compute,
    cu_seconds: 30,
    load_mean: 0.5,
    arrived: index,
    completed: 0,
    failed: 0,
    connections_max: 2,
    latency: compute === 'a' ? quick : slow,
  });
  const courseOf = (names: readonly string[], duration_seconds = 150) => {
    const computes = names.map((name) => ({ name }));
    return new RecordedCourse(computes, duration_seconds);
  };

  it('has a lane for each compute, and one for all of them together', () => {
    const course = courseOf(['a', 'b']);
    for (let index = 0; index < 3; index++) {
      for (const compute of ['a', 'b']) course.timeline(interval(index, compute, index === 2 ? 30 : 60));
    }
    const lanes = course.lanes();
    expect(course.width_seconds).toBe(60);
    expect(lanes.map(({ name }) => name)).toEqual(['all computes', 'a', 'b']);
    expect(lanes[0]!.series.size).toEqual([1, 1, 2]);
    expect(lanes[0]!.series.load).toEqual([1, 1, 1]);
    expect(lanes[0]!.series.connections).toEqual([4, 4, 4]);
    expect(lanes[1]!.series.waiting).toEqual([0, 1, 3]);
    for (const [lane, ms] of [500, 10, 500].entries()) {
      expect(lanes[lane]!.series.latency[1]! / ms).toBeCloseTo(1, 2);
    }
  });

  it('marks each event, including the last one, for its compute and for all computes', () => {
    const course = courseOf(['a', 'b'], 86_400);
    for (let hour = 0; hour < 24; hour++) {
      const time_seconds = 3600 * hour + 3599;
      course.decision(exampleDecision({ decision: 'restart', compute: 'a', time_seconds }));
      course.decision(exampleDecision({ decision: 'wake', compute: 'b', time_seconds }));
    }
    const [all, a, b] = course.lanes();
    expect(all!.events.restart).toHaveLength(24);
    expect(all!.events.restart.at(-1)).toBe(4095);
    expect(a!.events.restart).toEqual(all!.events.restart);
    expect(Object.values(b!.events).flat()).toEqual([]);
  });

  it('halves its resolution if a run is longer than a page can show, and loses no query', () => {
    const course = courseOf(['a'], 42_000_060);
    const rows = 700_001;
    for (let index = 0; index < rows; index++) course.timeline(interval(index, 'a'));
    const [lane] = course.lanes();
    const { waiting, size } = lane!.series;
    expect(course.merged).toBeGreaterThan(1);
    expect(course.width_seconds).toBe(60 * course.merged);
    expect(waiting.length).toBe(Math.ceil(rows / course.merged));
    expect(waiting.at(-1)).toBe((rows * (rows - 1)) / 2);
    expect(size.every((cu) => cu === 0.5)).toBe(true);
  });
});
