import { describe, expect, it } from 'vitest';
import { sweep } from '../../../src/study/compare/sweep.js';
import { parseAxis } from '../../../src/study/compare/sweep-axis.js';
import { quickSource } from '../quick-scenario.js';

describe('an axis of a sweep', () => {
  it.each([
    ['min=0.25,0.5,1', ['0.25', '0.5', '1']],
    ['max=0.5..3', ['0.5', '1', '2', '3']],
    ['timeout=60s..1h:log5,never', ['1m', '3m', '8m', '22m', '1h', 'never']],
    ['timeout=60s..100s:5', ['1m', '1m10s', '1m20s', '1m30s', '1m40s']],
    ['load.web.rate=1/s..100/s:log3', ['1/s', '10/s', '100/s']],
    ['load.web.rate=10/h..40/h:log3', ['10/h', '20/h', '40/h']],
    ['load.web.query.memory=1MiB..3MiB:lin3', ['1048576', '2097152', '3145728']],
    ['model.load_average_fraction_target=0.5..0.9:lin3', ['0.5', '0.7', '0.9']],
    [
      'load.web.query.cpu={ lognormal: { mean: 4ms, cv: 2 } },5ms',
      ['{ lognormal: { mean: 4ms, cv: 2 } }', '5ms'],
    ],
    ['max=2,2,2', ['2']],
  ])('%s', (text, values) => {
    expect(parseAxis(text).values).toEqual(values);
  });

  it.each([
    ['max', 'expected path=value,value,...'],
    ['max=', 'expected path=value,value,...'],
    ['load.web.rate=1/s..9/s', 'write 1/s..9/s:5 or 1/s..9/s:log5'],
    ['load.web.rate=1/s..9s:3', 'cannot read the range'],
    ['timeout=1h..60s:3', 'has to go upwards'],
    ['timeout=0s..60s:log3', 'begins above 0'],
    ['max=60..70', 'there is no size from 60 to 70 CU'],
    ['timeout=60s..1h:1', 'expected 2 to 1000 values'],
    ['max=1,,2', 'a value is empty'],
    ['max=1,', 'a value is empty'],
    ['replicas=0,one', 'expected whole numbers of read-only computes, got "one"'],
    ['duration=1h,2h', 'runs of different lengths cannot be compared'],
  ])('%s is refused', (text, message) => {
    expect(() => parseAxis(text)).toThrow(`--vary ${text}: error: `);
    expect(() => parseAxis(text)).toThrow(message);
  });
});

describe('a sweep', () => {
  const plan = (axes: readonly string[]) => ({
    axes: axes.map(parseAxis),
    replications: 2,
    confidence: 0.95,
  });

  it('has a row for every combination, with the reason if it is not allowed', async () => {
    const { rows } = await sweep(quickSource(), plan(['min=0.25,1', 'max=0.5,1', 'timeout=60s,never']));
    expect(rows.map(({ settings }) => Object.values(settings).join(' '))).toEqual([
      '0.25 0.5 60s',
      '0.25 0.5 never',
      '0.25 1 60s',
      '0.25 1 never',
      '1 0.5 60s',
      '1 0.5 never',
      '1 1 60s',
      '1 1 never',
    ]);
    expect(rows.map(({ invalid }) => invalid === null)).toEqual([
      ...Array.from({ length: 4 }, () => true),
      false,
      false,
      true,
      true,
    ]);
    expect(rows[4]).toMatchObject({
      invalid: 'the minimum of 1 CU is above the maximum of 0.5 CU',
      figures: {},
      slo: [],
    });
    expect(rows[1]!.figures.suspends!.mean).toBe(0);
    expect(rows[0]!.figures.cost_usd!.mean).toBeLessThan(rows[1]!.figures.cost_usd!.mean);
    expect(rows[0]!.slo).toMatchObject([{ objective: 'latency_p99', target: 5000 }]);
  });

  it('also names the limits of the plan', async () => {
    const { rows } = await sweep(quickSource({ plan: 'launch' }), plan(['timeout=300,600']));
    expect(rows[1]!.invalid).toContain(
      'the launch plan allows a suspend timeout of 300 s or -1 (never), not 600 s',
    );
  });

  it.each([
    [
      'max=1,five',
      'computes.primary.autoscaling_limit_max_cu: expected a size in CU such as 0.25, 2 or 8, got "five"',
    ],
    ['timeout=60s,soon', 'computes.primary.suspend_timeout_seconds: expected a suspend timeout'],
    ['load.web.rate=1/s,fast', 'load.web.rate: expected a rate such as 40/s'],
    ['load.web.compute=primary,primry', 'unknown compute "primry"; did you mean "primary"?'],
    ['plan=launch,lanch', 'unknown plan "lanch"; did you mean "launch"?'],
    ['computes.primary.maxx=1', 'unknown key "maxx"; did you mean "autoscaling_limit_max_cu"?'],
  ])('refuses %s, though other combinations could run', async (text, message) => {
    const swept = sweep(quickSource(), plan(['min=0.25,0.5', text]));
    await expect(swept).rejects.toThrow(`--vary ${text}: error: `);
    await expect(swept).rejects.toThrow(message);
  });

  it('lists a value that is in no allowed combination because of a rule', async () => {
    const { rows } = await sweep(quickSource(), plan(['max=0.5,3.5', 'timeout=300']));
    expect(rows.map(({ invalid }) => invalid)).toEqual([
      null,
      expect.stringContaining('3.5 CU is not a size'),
    ]);
  });

  it('refuses a value that is invalid in every combination, and far too many combinations', async () => {
    await expect(sweep(quickSource(), plan(['maxx=1,2']))).rejects.toThrow('unknown key "maxx"');
    await expect(sweep(quickSource(), plan(['maxx=1,2']))).rejects.toThrow('--vary maxx=1,2: error: maxx: ');
    const many = Array.from({ length: 5 }, (_, i) => `load.web.retry.${'abcde'[i]}=1..9:lin9`);
    await expect(sweep(quickSource(), plan(many))).rejects.toThrow('59049 combinations are more than 10000');
  });

  it('reports a job that never fires in the run', async () => {
    const process = { cron: { schedule: '0 3 1 * *' } };
    const load = [{ name: 'report', compute: 'primary', process, query: { cpu: '1ms' } }];
    const source = quickSource({ start: '2026-01-05T00:00:00Z', load });
    const { warnings } = await sweep(source, plan(['timeout=300,600']));
    expect(warnings).toEqual([
      expect.stringMatching(/^report sends 0 queries a month .* and 1 over a year$/),
    ]);
  });

  it('warns about the middle of an interval only if a run uses it', async () => {
    const load = [
      { name: 'web', compute: 'primary', rate: { between: ['5/h', '20/h'] }, query: { cpu: '1ms' } },
    ];
    const { warnings } = await sweep(quickSource({ load }), plan(['load.web.rate=5/h,20/h']));
    expect(warnings).toEqual([]);
    const { warnings: kept } = await sweep(quickSource({ load }), plan(['timeout=300,600']));
    expect(kept).toEqual([expect.stringContaining('load.web.rate is 10/h (of 5/h to 20/h)')]);
  });
});
