import { describe, expect, it } from 'vitest';
import { inspectTrace } from '../../../src/ingest/facts/inspect-trace.js';
import { readTrace, recorded, selection, total } from './trace-files.js';

const worldcup = recorded('worldcup98_two_weeks.csv');
const elb = recorded('nab/elb_request_count_8c0756.csv');
const rds = recorded('nab/rds_cpu_utilization_cc0c53.csv');
const llm = recorded('azure_llm_arrivals_conv_2023.csv');

describe('the 1998 World Cup site', () => {
  it('contains every request of 20,160 minutes, with the seasons of an independent Fourier sum', async () => {
    const trace = await readTrace(selection(worldcup));
    const facts = inspectTrace(trace);
    expect(facts.rows).toBe(20_160);
    expect(facts.counts?.total).toBe(22_809_946);
    expect(facts.interval_seconds).toBe(60);
    expect(trace.warnings).toEqual([]);
    expect(facts.daily!.amplitude).toBeCloseTo(0.376608, 6);
    expect(facts.weekly!.amplitude).toBeCloseTo(0.185063, 6);
  });

  it.each([
    ['1998-05-18T00:00:00Z', 20_160, 22_809_946],
    ['1998-05-06T00:00:00Z', 2880, 2_827_578],
  ])('has the documented totals from 4 May to %s', async (to, minutes, requests) => {
    const trace = await readTrace(selection(worldcup, { from: '1998-05-04T00:00:00Z', to }));
    expect(total(trace.values)).toBe(requests);
    expect(trace.times_seconds).toHaveLength(minutes);
    expect(trace.times_seconds[0]).toBe(0);
    expect(trace.origin_epoch_seconds).toBe(Date.UTC(1998, 4, 4) / 1000);
    expect(trace.warnings).toEqual([]);
  });
});

it('a load balancer whose recording misses eight intervals is read with its gap', async () => {
  const trace = await readTrace(selection(elb));
  const facts = inspectTrace(trace);
  expect(facts.counts?.total).toBe(249_327);
  expect(facts.interval_seconds).toBe(300);
  expect(facts.missing_intervals).toBe(8);
  expect(trace.times_seconds).toHaveLength(4032);
  expect(trace.warnings).toEqual([
    'the times name no time zone; they are read as UTC',
    '8 intervals of 5 min are missing: 2014-04-10 11:34:00Z, 2014-04-13 03:44:00Z, 2014-04-14 00:04:00Z and 5 more; nothing arrives then',
  ]);
});

it('the CPU of a database is read as a level because of its file name', async () => {
  expect((await readTrace(selection(rds, { kind: undefined }))).kind).toBe('level');
  const facts = inspectTrace(await readTrace(selection(rds, { kind: 'level' })));
  expect(facts.level?.max).toBe(25.1033);
  expect(facts.missing_intervals).toBe(1);
});

it('single arrivals are read as slightly burstier than Poisson', async () => {
  expect((await readTrace(selection(llm, { kind: undefined }))).kind).toBe('arrivals');
  const facts = inspectTrace(await readTrace(selection(llm, { kind: 'arrivals' })));
  expect(facts.rows).toBe(2867);
  expect(facts.arrival_gaps?.scv).toBeCloseTo(1.2, 1);
  expect(facts.quiet?.over_300_s).toBe(0);
});
