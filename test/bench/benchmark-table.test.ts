import { describe, expect, it } from 'vitest';
import { type BenchmarkResult, findings, markdownTable } from '../../bench/benchmark-table.js';
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
  },
  crowd: { queries_per_second: 1e6, crowd_to_model: 0.53 },
  memory: {
    runs: [
      { queries: 5e6, cpu_seconds: 2, peak_resident_bytes: 120e6 },
      { queries: 20e6, cpu_seconds: 9, peak_resident_bytes: 121e6 },
    ],
  },
};

describe('benchmark table', () => {
  it('says of each target whether it is met', () => {
    const verdicts = findings(RESULT).map(({ what, met }) => [what, met]);
    expect(verdicts).toContainEqual(['kernel / C', true]);
    expect(verdicts).toContainEqual(['10,000 concurrent clients / whole model', true]);
    expect(verdicts).toContainEqual(['whole model / kernel', false]);
    expect(verdicts).toContainEqual(['memory of a run 4.0 times as long', true]);
    expect(markdownTable(RESULT)).toContain('| whole model / kernel | 0.24 | at least 0.25: not met |');
  });

  it('leaves the comparison with C out where there is no compiler', () => {
    const { speed } = RESULT;
    const whats = findings({ ...RESULT, speed: { ...speed!, c: undefined, kernel_to_c: undefined } });
    expect(whats.map(({ what }) => what)).not.toContain('kernel / C');
  });

  it('gives no rate for a queue that disagrees with theory', () => {
    const run = { customers: 1e7, cpu_seconds: 0.5 };
    expect(customersPerSecond({ ...run, mean_sojourn: 5.01 }, 'in C')).toBe(2e7);
    expect(() => customersPerSecond({ ...run, mean_sojourn: 4.5 }, 'in C')).toThrow('theory has');
  });
});
