import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ingest } from '../../src/ingest/ingest.js';

const folder = mkdtempSync(join(tmpdir(), 'neap-metrics-'));
afterAll(() => rmSync(folder, { recursive: true }));

const read = (name: string, content: unknown, value?: string) => {
  const file = join(folder, `${name.replaceAll(/\W/g, '-')}.json`);
  writeFileSync(file, JSON.stringify(content));
  return ingest([file], { queries_per_request: 1, vcpu: undefined, keep_text: false, value });
};

const statistics = (label: string, unit: string, statistic: string) => ({
  Label: label,
  Datapoints: [12, 7, 50].map((value, i) => ({
    Timestamp: `2026-01-05T0${i}:00:00Z`,
    [statistic]: value,
    Unit: unit,
  })),
});

it.each([
  ['HTTPCode_Target_5XX_Count', 'Count', 'Sum'],
  ['Errors', 'Count', 'Sum'],
  ['ConcurrentExecutions', 'Count', 'Sum'],
  ['NumberOfMessagesSent', 'Count', 'Sum'],
  ['VolumeReadOps', 'Count', 'Sum'],
  ['ReadIOPS', 'Count/Second', 'Average'],
  ['Deadlocks', 'Count/Second', 'Average'],
  ['MemoryUtilization', 'Percent', 'Average'],
  ['BufferCacheHitRatio', 'Percent', 'Average'],
])('the CloudWatch metric %s is not a load, whatever its unit', async (label, unit, statistic) => {
  await expect(read(label, statistics(label, unit, statistic))).rejects.toThrow(`--value ${label}`);
});

it('a CloudWatch metric is the load if an option names it', async () => {
  const { imported } = await read('named', statistics('Errors', 'Count', 'Sum'), 'Errors');
  const { traffic } = imported.loads[0]!;
  expect(traffic.kind === 'recorded' && traffic.readings[0]!.total).toBe(69);
});

it.each(['node_forks_total', 'kafka_messages_total', 'slow_queries_total', 'network_receive_bytes_total'])(
  'the counter %s does not count queries',
  async (name) => {
    const values = [1, 2, 3, 4].map((value, i) => [1_767_571_200 + 60 * i, String(value)]);
    const answer = {
      status: 'success',
      data: { resultType: 'matrix', result: [{ metric: { __name__: name }, values }] },
    };
    await expect(read(name, answer)).rejects.toThrow(`--value ${name}`);
  },
);
