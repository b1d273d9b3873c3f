import { describe, expect, it } from 'vitest';
import type { FigureName } from '../../../src/figures/run-figures.js';
import { meanUse, pressures, type ResourceUse } from '../../../src/study/replicate/resource-use.js';

const IDLE: ResourceUse = {
  cpu: 0,
  saturated: 0,
  connections: 0,
  refused: 0,
  pooler_waited: 0,
  pools_waited: 0,
  memory: 0,
  out_of_memory: 0,
  storage_reads: 0,
  cache_misses: 0,
  delayed: 0,
  quota: 0,
  of_maximum: 0,
  size: 0,
  failed_by_error: {},
};

const pressure = (use: Partial<ResourceUse>, figure: FigureName, resource: string) =>
  pressures({ ...IDLE, ...use }, figure).find((each) => each.resource === resource)!;

describe('the pressure on a resource', () => {
  it.each<[string, Partial<ResourceUse>, FigureName, number]>([
    ['cpu', { cpu: 0.6 }, 'latency_p99', 0.6],
    ['cpu', { cpu: 1.2 }, 'latency_p99', 1],
    // A tail is affected fully if as many queries are affected as lie in it.
    ['cpu', { cpu: 0.2, saturated: 0.005 }, 'latency_p99', 0.5],
    ['cpu', { cpu: 0.2, saturated: 0.02 }, 'latency_p99', 1],
    ['cpu', { cpu: 0.2, saturated: 0.3 }, 'latency_mean', 0.3],
    ['cpu', { saturated: 0.001 }, 'latency_max', 1],
    ['cpu', {}, 'latency_max', 0],
    ['wakes', { delayed: 0.05 }, 'latency_p90', 0.5],
    ['wakes', { delayed: 0.1 }, 'wake_probability', 0.1],
    // A resource that is not exhausted has no effect.
    ['connections', { connections: 0.94 }, 'latency_p99', 0],
    ['connections', { connections: 0.95 }, 'latency_p99', 0.95],
    ['connections', { connections: 0.1, refused: 0.001 }, 'latency_p99', 1],
    ['connections', { failed_by_error: { '53300': 1 } }, 'success_rate', 1],
    ['connections', { failed_by_error: { '53300': 1 } }, 'latency_p99', 0],
    ['connections', { connections: 0.9, pooler_waited: 0.3 }, 'latency_mean', 0.3],
    ['pools', { pools_waited: 0.005 }, 'latency_p99', 0.5],
    ['pools', { pools_waited: 0.2 }, 'client_pool_wait_probability', 0.2],
    // Queries that wait for a processor hold connections that others wait for.
    ['pools', { pools_waited: 0.8, saturated: 0.75 }, 'latency_mean', 0],
    ['pools', { pools_waited: 0.72, cpu: 0.7, saturated: 0.7 }, 'latency_p99', 0],
    // One connection has a processor to itself: more processors would not serve it faster.
    ['pools', { pools_waited: 0.72, cpu: 0.7 }, 'latency_p99', 1],
    ['pools', { pools_waited: 0.72, cpu: 0.3 }, 'latency_mean', 0.72],
    ['memory', { memory: 0.94 }, 'latency_p99', 0],
    ['memory', { memory: 1.5 }, 'latency_p99', 1],
    ['memory', { memory: 0.1, out_of_memory: 1 }, 'latency_p99', 1],
    ['memory', { failed_by_error: { '57P02': 1 } }, 'success_rate', 1],
    ['cache', { storage_reads: 0.4, cache_misses: 0.9 }, 'latency_p99', 0.4],
    ['cache', { storage_reads: 1.4 }, 'latency_p99', 1],
    ['quota', { quota: 0.001 }, 'latency_p99', 1],
    ['quota', {}, 'latency_p99', 0],
  ])('%s: %j, visible in %s', (resource, use, figure, expected) => {
    expect(pressure(use, figure, resource).pressure).toBeCloseTo(expected, 9);
  });

  it('is reported with the figures that support it', () => {
    const use = {
      cpu: 0.6,
      saturated: 0.01234,
      size: 0.5,
      connections: 0.2,
      refused: 0.001,
      out_of_memory: 1.5,
    };
    expect(pressure(use, 'latency_p99', 'cpu').evidence).toBe(
      '60 % of the CPU offered is used, 1.23 % of active time more queries want a processor than there are, and the size reaches 50 % of its maximum',
    );
    expect(pressure(use, 'latency_p99', 'connections').evidence).toBe(
      '20 % of the connections are in use at the peak, 0.1 % of attempts are refused, 0 % of queries wait in the pooler',
    );
    expect(pressure(use, 'latency_p99', 'memory').evidence).toBe(
      '0 % of the memory of the largest size is in use at the peak, 1.5 restarts because it ran out',
    );
  });

  it('is ordered as resources bind; the one that most failed queries lacked is first', () => {
    const order = (use: Partial<ResourceUse>, figure: FigureName) =>
      pressures({ ...IDLE, ...use }, figure).map(({ resource }) => resource);
    expect(order({ cpu: 0.3, storage_reads: 0.5, delayed: 0.4 }, 'latency_mean').slice(0, 3)).toEqual([
      'cache',
      'wakes',
      'cpu',
    ]);
    // Among resources with the same effect on a tail, the one that affects more queries comes first.
    expect(order({ cpu: 0.04, saturated: 0.04, pooler_waited: 0.8 }, 'latency_p99')[0]).toBe('connections');
    expect(order({ cpu: 0.04, saturated: 0.04, pools_waited: 0.8 }, 'latency_p99')[0]).toBe('pools');
    expect(order({ cpu: 0.95, saturated: 0.9, pools_waited: 0.8 }, 'latency_p99')[0]).toBe('cpu');
    const failed = { '57P02': 3, '53300': 2, '57014': 1 };
    expect(order({ cpu: 1, failed_by_error: failed }, 'success_rate')[0]).toBe('memory');
    expect(order({ cpu: 1, failed_by_error: failed }, 'latency_p99')[0]).toBe('cpu');
    // Canceled queries do not show why they were slow.
    expect(order({ cpu: 1, failed_by_error: { '57014': 9, '53300': 2 } }, 'success_rate')[0]).toBe('cpu');
  });

  it('of several replications is their mean', () => {
    const mean = meanUse([
      { ...IDLE, cpu: 0.2, failed_by_error: { '57014': 4 } },
      { ...IDLE, cpu: 0.6, failed_by_error: { '53300': 3 } },
    ]);
    expect(mean).toEqual({ ...IDLE, cpu: 0.4, failed_by_error: { '53300': 1.5, '57014': 2 } });
    expect(Object.keys(mean.failed_by_error)).toEqual(['53300', '57014']);
  });
});
