import { describe, expect, it } from 'vitest';
import { type BenchmarkResult, findings, markdownTable } from '../../bench/benchmark-table.js';
import { loopCost } from '../../bench/loop-cost.js';
import { customersPerSecond } from '../../bench/queue-run.js';

const MACHINE = { node: '20.20.2', v8: '11.3', cpu: 'Test processor', cores: 2, platform: 'linux x64' };

const RESULT: BenchmarkResult = {
  machine: MACHINE,
  speed: {
    rounds: 5,
    c: { compiler: 'cc 12', customers_per_second: 20e6 },
    kernel_customers_per_second: 8e6,
    model_queries_per_second: 1.9e6,
    model_events_per_query: 2.1,
    kernel_to_c: 0.4,
    model_to_kernel: 0.24,
    loop: { with_to_without: 0.93, autoscaled_mean_cu: 1.547, resizes: 6904, fixed_cu: 2 },
  },
  crowd: { queries_per_second: 1e6, crowd_to_model: 0.53 },
  memory: {
    runs: [
      { queries: 5e6, cpu_seconds: 2, peak_resident_bytes: 120e6 },
      { queries: 20e6, cpu_seconds: 9, peak_resident_bytes: 121e6 },
    ],
  },
  workers: { runs: 24, two_to_one: 1.7, two_to_one_by_cpu: 1.92 },
};

describe('benchmark table', () => {
  it('the benchmark table shows for each target whether it is met', () => {
    const verdicts = findings(RESULT).map(({ what, met }) => [what, met]);
    expect(verdicts).toContainEqual(['kernel / C', true]);
    expect(verdicts).toContainEqual(['10,000 concurrent clients / whole model', true]);
    expect(verdicts).toContainEqual(['whole model / kernel', false]);
    expect(verdicts).toContainEqual(['memory of a run 4.0 times as long', true]);
    expect(verdicts).toContainEqual(['24 replications on two workers / on one, elapsed time', false]);
    const table = markdownTable(RESULT);
    expect(table).toContain('| whole model / kernel | 0.24 | at least 0.25: not met |');
    expect(table).toContain('| whole model / the same without scaling loop | 0.93 | at least 0.8: met |');
    expect(table).toContain(
      'resized 6,904 times around a mean of 1.55 CU, and without scaling loop has 2 CU throughout',
    );
  });

  it('the benchmark table shows the cost of the scaling loop as the median of the rounds', () => {
    const run = { queries: 1e7, events: 2e7, timeline_rows: 9, decisions: 9, peak_resident_bytes: 1e8 };
    const autoscaled = [5, 6, 9].map((cpu_seconds) => ({ ...run, cpu_seconds, mean_cu: 1.5, resizes: 7 }));
    const fixed = [5, 5.4, 5].map((cpu_seconds) => ({ ...run, cpu_seconds, mean_cu: 2, resizes: 0 }));
    const { with_to_without, ...sizes } = loopCost(autoscaled, fixed);
    expect(with_to_without).toBeCloseTo(0.9, 12);
    expect(sizes).toEqual({ autoscaled_mean_cu: 1.5, resizes: 7, fixed_cu: 2 });
    const busier = fixed.map((one) => ({ ...one, events: 2.1e7 }));
    expect(() => loopCost(autoscaled, busier)).toThrow('do not differ in the scaling loop alone');
  });

  it('the benchmark table omits the comparison with C without a compiler', () => {
    const { speed } = RESULT;
    const whats = findings({ ...RESULT, speed: { ...speed!, c: undefined, kernel_to_c: undefined } });
    expect(whats.map(({ what }) => what)).not.toContain('kernel / C');
  });

  it('the benchmark reports no rate for a queue that disagrees with theory', () => {
    const run = { customers: 1e7, cpu_seconds: 0.5 };
    expect(customersPerSecond({ ...run, mean_sojourn: 5.01 }, 'in C')).toBe(2e7);
    expect(() => customersPerSecond({ ...run, mean_sojourn: 4.5 }, 'in C')).toThrow('theory has');
  });
});
