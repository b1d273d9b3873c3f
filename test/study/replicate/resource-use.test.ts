import { expect, it } from 'vitest';
import type { FigureName } from '../../../src/figures/run-figures.js';
import { meanUse, pressures, type ResourceUse } from '../../../src/study/replicate/resource-use.js';
import { tableOf } from '../../table.js';
import { IDLE } from './idle-use.js';

const pressure = (use: Partial<ResourceUse>, figure: FigureName, resource: string) =>
  pressures({ ...IDLE, ...use }, figure).find((each) => each.resource === resource)!;

type Row = readonly [resource: string, use: Partial<ResourceUse>, figure: FigureName, pressure: number];

it.each(tableOf<Row>(import.meta.url, 'resource-use.yaml'))(
  'the pressure on %s of %j, as visible in %s, is %d',
  (resource, use, figure, expected) => {
    expect(pressure(use, figure, resource).pressure).toBeCloseTo(expected, 9);
  },
);

const BUSY = {
  cpu: 0.6,
  saturated: 0.01234,
  size: 0.5,
  connections: 0.2,
  refused: 0.001,
  out_of_memory: 1.5,
};
it.each([
  [
    'cpu',
    '60 % of the CPU offered is used, 1.23 % of active time more queries want a processor than there are, and the size reaches 50 % of its maximum',
  ],
  [
    'connections',
    '20 % of the connections are in use at the peak, 0.1 % of attempts are refused, 0 % of queries wait in the pooler',
  ],
  ['memory', '0 % of the memory of the largest size is in use at the peak, 1.5 restarts because it ran out'],
])('the pressure on %s is reported with the figures that support it', (resource, evidence) => {
  expect(pressure(BUSY, 'latency_p99', resource).evidence).toBe(evidence);
});

const FAILED = { '57P02': 3, '53300': 2, '57014': 1 };
it.each<readonly [string, Partial<ResourceUse>, FigureName, readonly string[]]>([
  [
    'by their effect',
    { cpu: 0.3, storage_reads: 0.5, delayed: 0.4 },
    'latency_mean',
    ['cache', 'wakes', 'cpu'],
  ],
  [
    'by the queries affected if their effect on a tail is the same',
    { cpu: 0.04, saturated: 0.04, pooler_waited: 0.8 },
    'latency_p99',
    ['connections'],
  ],
  ['with pools', { cpu: 0.04, saturated: 0.04, pools_waited: 0.8 }, 'latency_p99', ['pools']],
  ['with a busy CPU', { cpu: 0.95, saturated: 0.9, pools_waited: 0.8 }, 'latency_p99', ['cpu']],
  ['by the failures they caused', { cpu: 1, failed_by_error: FAILED }, 'success_rate', ['memory']],
  ['whatever failed, for latencies', { cpu: 1, failed_by_error: FAILED }, 'latency_p99', ['cpu']],
  // Canceled queries do not show why they were slow.
  [
    'without canceled queries',
    { cpu: 1, failed_by_error: { '57014': 9, '53300': 2 } },
    'success_rate',
    ['cpu'],
  ],
])('resources are ordered %s', (_, use, figure, first) => {
  const order = pressures({ ...IDLE, ...use }, figure).map(({ resource }) => resource);
  expect(order.slice(0, first.length)).toEqual(first);
});

it('the use of several replications is their mean', () => {
  const mean = meanUse([
    { ...IDLE, cpu: 0.2, failed_by_error: { '57014': 4 } },
    { ...IDLE, cpu: 0.6, failed_by_error: { '53300': 3 } },
  ]);
  expect(mean).toEqual({ ...IDLE, cpu: 0.4, failed_by_error: { '53300': 1.5, '57014': 2 } });
});
