import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadScenario, parseScenario, renderDiagnostic } from '../../src/scenario/load-scenario.js';
import type { Scenario } from '../../src/scenario/scenario.js';
import { example, exampleLoad, problems } from './example.js';

let directory = '';

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'neap-scenario-'));
  writeFileSync(join(directory, 'counts.csv'), 'offset_s,requests\n0,3\n60,0\n120,6\n180,1\n');
  writeFileSync(join(directory, 'cpu.csv'), 'offset_s,cpu\n0,50\n300,100\n600,0\n');
  writeFileSync(join(directory, 'arrivals.csv'), 'offset_s\n0.5\n1.25\n7\n');
  writeFileSync(join(directory, 'broken.csv'), 'offset_s,requests\n0,3\n60,many\n');
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));

const counts = { file: 'counts.csv', kind: 'counts' };
const level = { file: 'cpu.csv', kind: 'level' };
const traced = (trace: object, over: object = {}) =>
  exampleLoad({ process: 'trace', rate: { trace }, ...over });

function compile(load: object, over: Record<string, unknown> = { duration: undefined }): Promise<Scenario> {
  return parseScenario(JSON.stringify(example({ load: [load], ...over })), { directory });
}

async function complaint(load: object): Promise<string> {
  const found = await problems(JSON.stringify(example({ load: [load] })), { directory, file: 'x.json' });
  return found.map(renderDiagnostic).join('\n');
}

describe('a trace', () => {
  it('of counts is replayed exactly, and gives the duration', async () => {
    const scenario = await compile(traced(counts));
    expect(scenario.duration_seconds).toBe(240);
    expect(scenario.load[0]!.process).toEqual({
      kind: 'counts',
      starts_seconds: Float64Array.of(0, 60, 120, 180),
      width_seconds: 60,
      counts: Float64Array.of(3, 0, 6, 1),
      placement: 'uniform',
    });
  });

  it('is replayed when no process is named, and is a rate when one is', async () => {
    const load = exampleLoad({ rate: { trace: { ...counts, placement: 'even', scale: 2 } } });
    expect((await compile(load)).load[0]!.process).toMatchObject({
      kind: 'counts',
      placement: 'even',
      counts: Float64Array.of(6, 0, 12, 2),
    });
    expect((await compile({ ...load, process: 'poisson' })).load[0]!.process).toEqual({
      kind: 'poisson',
      rate: {
        kind: 'series',
        starts_seconds: Float64Array.of(0, 60, 120, 180),
        width_seconds: 60,
        per_second: Float64Array.of(0.1, 0, 0.2, 2 / 60),
      },
    });
  });

  it('of single arrivals ends after the last one', async () => {
    const scenario = await compile(traced({ file: 'arrivals.csv', kind: 'arrivals' }));
    expect(scenario.duration_seconds).toBe(7);
    const { process } = scenario.load[0]!;
    if (process.kind !== 'arrivals') throw new Error(`expected arrivals, not ${process.kind}`);
    expect(process.times_seconds).toEqual(Float64Array.of(0, 0.75, 6.5));
  });

  it('of a level becomes the queries that make up its CPU time', async () => {
    const load = traced({ ...level, vcpu: 4 }, { query: { cpu: { exponential: { mean: '10ms' } } } });
    expect((await compile(load)).load[0]!.process).toMatchObject({
      kind: 'poisson',
      rate: { kind: 'series', width_seconds: 300, per_second: Float64Array.of(200, 400, 0) },
    });
  });

  it('multiplies as a factor, and adds up as a part', async () => {
    const rate = { sum: [{ product: ['40/s', { trace: { ...level, scale: 0.01 } }] }, { trace: counts }] };
    const { process } = (await compile(exampleLoad({ rate }))).load[0]!;
    expect(process).toMatchObject({
      rate: {
        kind: 'sum',
        parts: [
          { kind: 'product', parts: [{ per_second: 40 }, { per_second: Float64Array.of(0.5, 1, 0) }] },
          { kind: 'series', width_seconds: 60 },
        ],
      },
    });
  });

  it('is cut, shifted and repeated', async () => {
    const load = traced({ ...counts, from: '1m', to: '3m', repeat: 2, shift: '-1m' });
    const scenario = await compile(load);
    expect(scenario.load[0]!.process).toMatchObject({
      starts_seconds: Float64Array.of(0, 60, 120),
      counts: Float64Array.of(6, 0, 6),
    });
    expect(scenario.warnings.join('\n')).toContain(
      'load web: 1 row of the trace lies before the start of the run and is not used',
    );
  });

  it('begins in the middle of an interval where it is shifted so', async () => {
    const scenario = await compile(traced({ ...counts, shift: '-90s' }));
    expect(scenario.load[0]!.process).toMatchObject({ starts_seconds: Float64Array.of(-30, 30, 90) });
    expect(scenario.warnings.join('\n')).toContain('1 row of the trace lies before the start of the run');
  });

  it('shorter or longer than the run is a warning', async () => {
    const shorter = await compile(traced(counts), { duration: '10m' });
    expect(shorter.warnings).toContain(
      'load web: the trace ends at 4m: the last 6m of the run (60.0 %) have no arrivals from it',
    );
    const longer = await compile(traced(counts), { duration: '2m' });
    expect(longer.warnings).toContain(
      "load web: the trace ends at 4m: what comes after the run's 2m is not used",
    );
  });

  it('that cannot be read leaves no duration missing', async () => {
    const unread = example({ duration: undefined, load: [traced({ ...counts, kind: 'count' })] });
    expect(await problems(JSON.stringify(unread), { directory })).toHaveLength(1);
  });

  it('is found beside the scenario file', async () => {
    const file = join(directory, 'scenario.json');
    writeFileSync(file, JSON.stringify(example({ duration: undefined, load: [traced(counts)] })));
    expect((await loadScenario(file)).duration_seconds).toBe(240);
  });

  it.each([
    [traced({ ...counts, file: 'nope.csv' }), 'x.json:1:'],
    [traced({ ...counts, file: 'nope.csv' }), 'nope.csv: no such file'],
    [traced({ ...counts, file: 'broken.csv' }), `broken.csv:3:`],
    [
      traced({ ...counts, kind: 'count' }),
      'load.web.rate.trace.kind: expected one of counts, level, arrivals, got "count"; did you mean "counts"?',
    ],
    [traced({ ...counts, fiel: 'a' }), 'unknown key "fiel"; did you mean "file"?'],
    [traced({ ...counts, vcpu: 2 }), 'vcpu belongs to kind: level'],
    [traced({ ...counts, from: 'yesterday' }), 'expected an ISO 8601 timestamp'],
    [traced({ ...counts, scale: 0 }), 'expected a number above 0, got 0'],
    [traced({ ...counts, repeat: 0 }), 'expected a whole number of 1 or more, got 0'],
    [traced(level), 'load.web.rate.trace.vcpu: "vcpu" is missing'],
    [
      traced({ ...level, vcpu: 2 }, { query: { cpu: '0s' } }),
      'expected a query.cpu with a finite mean above 0',
    ],
    [
      traced({ file: 'arrivals.csv', kind: 'arrivals' }, { process: 'poisson' }),
      'single arrivals have no rate',
    ],
    [
      exampleLoad({ rate: { product: ['1/s', { trace: counts }] } }),
      'a factor is a plain number; expected kind: level',
    ],
    [exampleLoad({ rate: { product: ['1/s', { trace: { ...level, vcpu: 2 } }] } }), 'leave vcpu out'],
  ])('%j is refused', async (load, message) => {
    expect(await complaint(load)).toContain(message);
  });

  it('that sets the duration still bounds the events', async () => {
    const text = JSON.stringify(
      example({ duration: undefined, load: [traced(counts)], events: [{ at: '1h', restart: 'primary' }] }),
    );
    const found = await problems(text, { directory });
    expect(found.map(({ message }) => message)).toEqual([
      '1h is not before the end of the run, which lasts 4m',
    ]);
  });
});
