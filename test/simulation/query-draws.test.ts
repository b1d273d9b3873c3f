import { expect, it } from 'vitest';
import { randomStream } from '../../src/kernel/random-stream.js';
import { sampler } from '../../src/kernel/sampler.js';
import { parseScenario } from '../../src/scenario/load-scenario.js';
import { DemandDraws } from '../../src/simulation/clients/query-draws.js';
import { loadTraits } from '../../src/simulation/run/load-traits.js';
import { QueryTable } from '../../src/simulation/run/query-table.js';

const stream = (entity: string, purpose: string) => randomStream('7', 0, entity, purpose);

const row = (table: QueryTable, query: number) =>
  [table.cpuSeconds, table.pages, table.memoryBytes, table.waitSeconds, table.tempBytes].map(
    (column) => column[query],
  );

async function drawn(query: string) {
  const { load } = await parseScenario(`
start: 2026-01-05T00:00:00Z
duration: 1h
plan: scale
computes: [{ name: primary, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 }]
load: [{ name: web, compute: primary, rate: 1/s, query: ${query} }]
`);
  const [web] = load;
  return { demands: new DemandDraws({ stream, loads: loadTraits(load) }, web!), asked: web!.query };
}

it('draws equal those of separate streams, one per kind of demand', async () => {
  const table = new QueryTable();
  const { demands, asked } = await drawn(
    '{ cpu: { lognormal: { mean: 4ms, cv: 2 } }, pages: { gamma: { mean: 12, cv: 1.5 } }, working_set: 2GiB, memory: { exponential: { mean: 4MiB } }, wait: { hyperexponential: { mean: 20ms, cv: 3 } }, temp: { uniform: { min: 1MiB, max: 2MiB } } }',
  );
  const cpu = sampler(asked.cpu_seconds, stream('web', 'cpu'));
  const pages = sampler(asked.pages, stream('web', 'pages'));
  const memory = sampler(asked.memory_bytes, stream('web', 'memory'));
  const wait = sampler(asked.wait_seconds, stream('web', 'wait'));
  const temp = sampler(asked.temp_bytes, stream('web', 'temp'));
  for (let query = 0; query < 100; query++) {
    demands.next(table, query);
    expect(row(table, query)).toEqual([cpu(), Math.round(pages()), memory(), wait(), temp()]);
  }
});

it('loads without waits or temporary files draw neither', async () => {
  const table = new QueryTable();
  const { demands } = await drawn('{ cpu: 4ms, pages: 12, working_set: 2GiB, memory: 4MiB }');
  demands.next(table, 7);
  expect(row(table, 7)).toEqual([0.004, 12, 4_194_304, 0, 0]);
});
