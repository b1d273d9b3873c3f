import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decisionRows } from '../../../src/report/page/browser/decision-rows.js';
import { unpackLogarithms, unpackNumbers } from '../../../src/report/page/browser/unpack-numbers.js';
import {
  packLogarithms,
  packMeasurements,
  packNumbers,
} from '../../../src/report/page/recorded/pack-numbers.js';
import { RecordedDecisions } from '../../../src/report/page/recorded/recorded-decisions.js';
import { RecordedTimeline } from '../../../src/report/page/recorded/recorded-timeline.js';
import { exampleDecision, exampleTimelineRow, histogramOf } from '../example-run.js';

describe('packed numbers', () => {
  it('come back as they were', () => {
    const numbers = fc.array(
      fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: -1e12, max: 1e12 }), fc.constant(7)),
    );
    fc.assert(
      fc.property(numbers, (values) => [...unpackNumbers(packNumbers(values))].join() === values.join()),
    );
  });

  it('take a few bytes for a long time without a change', () => {
    const { base64 } = packNumbers(new Array<number>(43_200).fill(0.25), 0.001);
    expect(base64.length).toBeLessThan(12);
    expect(unpackNumbers(packNumbers([0.25, 0.25, 0.5], 0.001))).toEqual(Float64Array.of(0.25, 0.25, 0.5));
  });

  it('keep five digits of the largest measurement', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1 }), (values) => {
        const back = unpackNumbers(packMeasurements(values, 0.001));
        const tolerance = Math.max(0.0005, Math.max(...values) / 1e4 / 2) * 1.000001;
        return values.every((value, index) => Math.abs(value - back[index]!) <= tolerance);
      }),
    );
  });
});

describe('packed logarithms', () => {
  it('are within half a per cent, and zero is zero', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 1e-3, max: 1e7, noNaN: true })), (values) => {
        const back = unpackLogarithms(packLogarithms([0, ...values], 1e-3));
        return (
          back[0] === 0 && values.every((value, index) => Math.abs(back[index + 1]! / value - 1) < 0.008)
        );
      }),
    );
  });
});

describe('the recorded decision log', () => {
  it('gives back every row with its reason in words', () => {
    const reasons = [
      'no activity for 300 s',
      'CPU: load averages 1.21 and 0.9',
      'plain',
      'a \u0000 and 7',
      '',
    ];
    const recorded = new RecordedDecisions();
    for (const [index, reason] of reasons.entries()) {
      recorded.add(exampleDecision({ time_seconds: index + 0.125, reason, cu_after: index / 4 }));
    }
    const rows = decisionRows(recorded.packed());
    expect(rows.map(({ reason }) => reason)).toEqual([...reasons.slice(0, 3), 'a   and 7', '']);
    expect(rows[4]).toMatchObject({ time_ms: 4125, compute: 'primary', decision: 'wake', cu_after: 1 });
  });

  it('keeps the first of each kind, and counts what it leaves out', () => {
    const recorded = new RecordedDecisions();
    for (let index = 0; index < 15_000; index++) recorded.add(exampleDecision({ decision: 'refuse' }));
    recorded.add(exampleDecision({ decision: 'suspend' }));
    expect(recorded.leftOut).toBe(3000);
    expect(decisionRows(recorded.packed()).at(-1)).toMatchObject({ decision: 'suspend' });
  });
});

describe('the recorded timeline', () => {
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
    latency: compute === 'a' ? quick : slow,
  });

  it('has a lane for each compute, and one for all of them together', () => {
    const recorded = new RecordedTimeline();
    for (let index = 0; index < 3; index++) {
      for (const compute of ['a', 'b']) recorded.add(interval(index, compute, index === 2 ? 30 : 60));
    }
    const { width_seconds, lanes } = recorded.packed();
    expect(width_seconds).toBe(60);
    expect(lanes.map(({ name }) => name)).toEqual(['all computes', 'a', 'b']);
    expect([...unpackNumbers(lanes[0]!.cu)]).toEqual([1, 1, 2]);
    expect([...unpackLogarithms(lanes[0]!.load)]).toEqual([1, 1, 1].map((load) => expect.closeTo(load, 2)));
    expect([...unpackNumbers(lanes[1]!.arrived)]).toEqual([0, 1, 2]);
    const second = lanes.map((lane) => unpackLogarithms(lane.latency_p99_ms)[1]!);
    for (const [index, ms] of [500, 10, 500].entries()) expect(second[index]! / ms).toBeCloseTo(1, 2);
  });

  it('halves its resolution where a run is longer than a page can show, and loses no query', () => {
    const recorded = new RecordedTimeline();
    const rows = 700_001;
    for (let index = 0; index < rows; index++) recorded.add(interval(index, 'a'));
    const { width_seconds, lanes } = recorded.packed();
    const arrived = unpackNumbers(lanes[0]!.arrived);
    expect(recorded.merged).toBeGreaterThan(1);
    expect(width_seconds).toBe(60 * recorded.merged);
    expect(arrived.length).toBe(Math.ceil(rows / recorded.merged));
    expect(arrived.reduce((sum, each) => sum + each, 0)).toBe((rows * (rows - 1)) / 2);
    expect(unpackNumbers(lanes[0]!.cu).every((cu) => cu === 0.5)).toBe(true);
  });
});
