import { describe, expect, it } from 'vitest';
import { COMPUTES_COLUMNS } from '../../../src/report/tables/compute-tables.js';
import { parseScenario } from '../../../src/scenario/load-scenario.js';
import { passComputes } from '../../../src/simulation/outcome/compute-sink.js';
import { simulate } from '../../../src/simulation/simulation.js';
import { SummaryList } from '../../../src/study/run/compute-summary.js';
import { PackedColumn, PackedSummaries, wholeSummaries } from '../../../src/study/run/packed-summaries.js';
import { RunSummary, summaryJson } from '../../../src/study/run/summary.js';
import { textOfTable } from '../../report/table-text.js';

describe('the summaries of very many computes', () => {
  it('are read and written like those of a few', async () => {
    const scenario = await parseScenario(
      JSON.stringify({
        name: 'customers',
        duration: '20min',
        plan: 'scale',
        computes: { template: { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 1 }, count: 70 },
        load: [
          {
            name: 'app',
            compute: 'tenant',
            rate: '12/h',
            query: { cpu: '20ms' },
            retry: { attempts: 3, first: '1s', factor: 2, jitter: 'full', connect_timeout: '10s' },
          },
        ],
        faults: [{ at: '5min', for: '1min', zone_loss: 'tenant' }],
      }),
    );
    const observations = simulate(scenario);
    const [listed, packed] = [new SummaryList(), new PackedSummaries()].map((rows) => {
      const figures = new RunSummary(scenario, rows);
      passComputes(observations, figures);
      return figures.summary(observations);
    });
    expect(summaryJson(packed!)).toBe(summaryJson(listed!));
    expect([...wholeSummaries(packed!.computes)]).toStrictEqual(listed!.computes);
    const cells = ({ computes }: NonNullable<typeof packed>) =>
      textOfTable({ columns: COMPUTES_COLUMNS, rows: computes });
    expect(cells(packed!)).toBe(cells(listed!));
  });

  it('are exact, regardless of their neighbors', () => {
    const numbers = Array.from({ length: 5000 }, (_, row) =>
      row < 2048 ? 7 : row < 3072 ? -0 : row === 4000 ? null : row / 3,
    );
    const values = Array.from({ length: 2100 }, (_, row) =>
      row % 3 === 0 ? {} : row % 7 === 0 ? null : { 'more "words"': 'x'.repeat(row % 90), n: row / 7 },
    );
    const [column, others] = [new PackedColumn(), new PackedColumn()];
    for (const number of numbers) column.add(number);
    for (const value of values) others.add(value);
    expect(numbers.map((_, row) => column.at(row))).toStrictEqual(numbers);
    expect(values.map((_, row) => others.at(row))).toStrictEqual(values);
    expect(values.map((_, row) => others.at(2099 - row))).toStrictEqual(values.toReversed());
  });
});
