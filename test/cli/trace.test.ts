import { expect, it } from 'vitest';
import { loadScenario } from '../../src/scenario/load-scenario.js';
import { traceFolder } from '../workload/trace/trace-files.js';
import { called } from './command.js';

const write = traceFolder();

it('neap trace --fleet builds a fleet from a wide file, with one tenant per column', async () => {
  const machines = Array.from({ length: 50 }, (_, vm) => `vm${vm + 1}`);
  const level = (row: number, vm: number) => ((row * 7 + vm * 13) % 100) + 0.5;
  const empty = (row: number, vm: number) => (row + vm) % 9 === 0 || (vm === 3 && row < 4);
  const lines = Array.from({ length: 20 }, (_, row) =>
    [row * 300, ...machines.map((_name, vm) => (empty(row, vm) ? '' : level(row, vm)))].join(','),
  );
  const file = write([['offset_s', ...machines].join(','), ...lines].join('\n'), 'machines_cpu_pct.csv');
  const answers = ['--kind', 'level', '--scale', '1'];
  const scenario = file.replace('.csv', '.yaml');
  const written = await called(['trace', file, '--fleet', '--vcpu', '2', '--write', scenario, ...answers]);
  expect(written.stdout).toContain('50 columns of numbers, one tenant each: vm1, vm2');
  const { computes, load } = await loadScenario(scenario);
  expect(computes).toHaveLength(50);
  expect(load).toHaveLength(50);
  for (const [vm, one] of load.entries()) {
    const { process } = one;
    if (process.kind !== 'poisson' || process.rate.kind !== 'series') throw new Error(process.kind);
    const demand = [...process.rate.per_second].map((rate) => rate * 0.005);
    for (const [i, cpus] of demand.entries()) {
      const row = process.rate.starts_seconds[i]! / 300;
      expect(cpus).toBeCloseTo(empty(row, vm) ? 0 : (level(row, vm) / 100) * 2, 9);
    }
  }
  const asked = await called(['trace', file, ...answers]);
  expect([asked.status, asked.stdout]).toEqual([2, '']);
  expect(asked.stderr).toContain('--value vm1');
});
