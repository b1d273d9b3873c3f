import { describe, expect, it } from 'vitest';
import { zipfPopularity } from '../../../../src/compute/page-popularity.js';
import { weightedChoice } from '../../../../src/kernel/inversion.js';
import { normalQuantile } from '../../../../src/kernel/normal.js';
import { randomStream } from '../../../../src/kernel/random-stream.js';
import { fittedMemory } from '../../../../src/planner/calibrate/metrics/memory-fit.js';
import { fittedWarmUp, type WarmUp } from '../../../../src/planner/calibrate/metrics/warm-up-fit.js';
import type { MetricSeries } from '../../../../src/workload/import/series.js';

const EXPERIMENTS = 100;
const MIB = 1048576;

function expectCoverage(held: readonly number[]): void {
  for (const count of held) {
    expect(count).toBeGreaterThanOrEqual(92);
    expect(count).toBeLessThanOrEqual(98);
  }
}

describe('of experiments the 95 % interval holds the truth in 92 to 98 of 100', () => {
  it('memory of a connection and of a query, where what else takes memory drifts for half an hour', () => {
    const held = [0, 0];
    for (let experiment = 0; experiment < EXPERIMENTS; experiment++) {
      const stream = randomStream('memory', 0, `experiment A ${experiment}`, 'noise');
      const normal = () => normalQuantile(stream.uniform());
      const times = Float64Array.from({ length: 2880 }, (_, i) => 60 * i);
      let drift = 0;
      let clients = 0;
      const idle = new Float64Array(times.length);
      const active = new Float64Array(times.length);
      const available = times.map((_, i) => {
        drift = 0.97 * drift + normal();
        clients = 0.97 * clients + normal();
        idle[i] = Math.max(0, Math.round(40 + clients));
        active[i] = Math.floor(8 * stream.uniform() * stream.uniform());
        const used = 300 + 2 * (idle[i]! + active[i]!) + 4 * active[i]! + 2 * drift + 3 * normal();
        return (4096 - used) * MIB;
      });
      const series = (
        name: string,
        values: Float64Array,
        labels: Readonly<Record<string, string>> = {},
      ): MetricSeries => ({ name, labels, times, values, counter: false });
      const found = fittedMemory(
        [
          series(
            'host_memory_total_bytes',
            times.map(() => 4096 * MIB),
          ),
          series('host_memory_available_bytes', available),
          series('neon_connection_counts', idle, { state: 'idle' }),
          series('neon_connection_counts', active, { state: 'active' }),
        ],
        0.95,
      );
      if (typeof found === 'string') continue;
      const holds = (truth: number, figure: { low: number; high: number } | undefined) =>
        Number(figure !== undefined && figure.low <= truth && truth <= figure.high);
      held[0]! += holds(2 * MIB, found.connection_bytes);
      held[1]! += holds(4 * MIB, found.query_bytes);
    }
    expectCoverage(held);
  });

  it('working set and popularity, where each page is drawn', async () => {
    const [pages, exponent] = [3000, 0.8];
    const { probabilities } = zipfPopularity(pages, exponent, pages);
    const choose = weightedChoice(Array.from(probabilities));
    const held = [0, 0];
    for (let experiment = 0; experiment < EXPERIMENTS; experiment++) {
      const stream = randomStream('warm-up', 0, `starts ${experiment}`, 'pages');
      const lives = Array.from({ length: 20 }, (): WarmUp => {
        const seen = new Uint8Array(pages);
        const life = { reads: [] as number[], misses: [] as number[] };
        let missed = 0;
        for (let read = 1; read <= 12_000; read++) {
          const page = choose(stream.uniform());
          if (seen[page] === 0) missed += 1;
          seen[page] = 1;
          if (read % 600 === 0) {
            life.reads.push(read);
            life.misses.push(missed);
          }
        }
        return life;
      });
      const found = await fittedWarmUp(lives, 0.95);
      if (typeof found === 'string') continue;
      const { working_set_bytes: size, popularity } = found;
      held[0]! += Number(size.low <= pages * 8192 && pages * 8192 <= size.high);
      held[1]! += Number(popularity.low <= exponent && exponent <= popularity.high);
    }
    expectCoverage(held);
  });
});
