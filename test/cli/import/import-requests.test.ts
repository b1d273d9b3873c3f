import { describe, expect, it } from 'vitest';
import { arrivals, cleanUp, counts, imported, START } from './importing.js';
import { ARRIVALS } from './known-load.js';
import * as made from './request-exports.js';

cleanUp();

const perSecond = (each = 1) => {
  const expected: Record<number, number> = {};
  for (const at of ARRIVALS) expected[Math.floor(at)] = (expected[Math.floor(at)] ?? 0) + each;
  return expected;
};
describe('single requests', () => {
  it('postgres-log: csvlog', async () => {
    const found = await imported('postgres-log', [made.csvLog]);
    expect(arrivals(found)).toEqual(ARRIVALS);
    expect(found.scenario.load[0]!.query.cpu_seconds).toMatchObject({ kind: 'lognormal' });
    expect(found.text).toContain('lognormal: { mean: 20000us, cv: 0.5 }');
    expect(found.stdout).toContain('1 errors 42P01');
    expect(found.stdout).toContain('1 errors 57P01');
    expect(found.text).not.toContain('select');
  });

  it('postgres-log: jsonlog with the extended protocol', async () => {
    const found = await imported('postgres-log', [made.jsonLog]);
    expect(arrivals(found)).toEqual(ARRIVALS);
    expect(found.stdout).toContain('1 errors 40001');
  });

  it('postgres-log: parse and bind count towards the duration, spread and start of a query', async () => {
    const line = (ms: number, step: string) =>
      JSON.stringify({
        timestamp: new Date(Date.parse(START) + ms).toISOString().replace('T', ' ').replace('Z', ' UTC'),
        session_id: 'a',
        message: `duration: ${step}`,
      });
    const query = (ms: number, each: number) =>
      ['parse', 'bind', 'execute'].map((step, i) =>
        line(ms + (i + 1) * each, `${each}.000 ms  ${step} <unnamed>: select $1`),
      );
    const log = [...query(0, 5), ...query(2000, 15)].join('\n');
    const found = await imported('postgres-log', [log]);
    expect(arrivals(found)).toEqual([0, 2]);
    expect(found.text).toContain('lognormal: { mean: 30000us, cv: 0.5 }');
  });

  it('access-log: two time zones, gzip or plain text, resolution of one second', async () => {
    const utc = await imported('access-log', [made.accessLog(0)]);
    const west = await imported('access-log', [made.packed(made.accessLog(-8))]);
    expect(counts(utc)).toEqual(perSecond());
    expect(counts(west)).toEqual(perSecond());
    expect(west.scenario.start).toBe(START);
    expect(utc.stdout).toContain('1 answers of 500 and above');
    expect(counts(await imported('access-log', [made.accessLog(2)], '--queries-per-request', '6'))).toEqual(
      perSecond(6),
    );
  });

  it('heroku: requests begin before their log line', async () => {
    const found = await imported('heroku', [made.herokuLog]);
    expect(arrivals(found)).toEqual(ARRIVALS);
    expect(found.scenario.load[0]!.connection).toMatchObject({ kind: 'pool', size: 9 });
  });

  it('k6: JSON has microsecond resolution, CSV has second resolution', async () => {
    expect(arrivals(await imported('k6', [made.k6Json]))).toEqual(ARRIVALS);
    expect(counts(await imported('k6', [made.k6Csv]))).toEqual(perSecond());
  });

  it('jmeter: samples begin at their timeStamp, and transactions are not counted', async () => {
    const found = await imported('jmeter', [made.jmeterResults]);
    expect(arrivals(found)).toEqual(ARRIVALS);
    expect(found.stdout).toContain('1 transactions');
    expect(found.stdout).toContain('1 failed samples');
  });

  it('locust: requests are differences of the total over all paths', async () => {
    expect(counts(await imported('locust', [made.locustHistory]))).toEqual({ 0: 3, 1: 2, 2: 4 });
  });

  it('gatling: requests begin at their first timestamp', async () => {
    const found = await imported('gatling', [made.gatlingLog]);
    expect(arrivals(found)).toEqual(ARRIVALS);
    expect(found.stdout).toContain('1 failed requests');
  });
});
