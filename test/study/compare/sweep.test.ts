import { describe, expect, it } from 'vitest';
import { sweep } from '../../../src/study/compare/sweep.js';
import { parseAxis } from '../../../src/study/compare/sweep-axis.js';
import { tableOf } from '../../table.js';
import { quickSource } from '../quick-scenario.js';

it.each(tableOf<readonly [string, string | readonly string[]]>(import.meta.url, 'sweep-axes.yaml'))(
  'the axis %s has the values, or is refused: %j',
  (text, values) => {
    if (typeof values !== 'string') {
      expect(parseAxis(text).values).toEqual(values);
      return;
    }
    expect(() => parseAxis(text)).toThrow(`--vary ${text}: error: `);
    expect(() => parseAxis(text)).toThrow(values);
  },
);

describe('a sweep', () => {
  const plan = (axes: readonly string[]) => ({
    axes: axes.map(parseAxis),
    replications: 2,
    confidence: 0.95,
  });

  it('has a row for every combination, with the reason if it is not allowed', async () => {
    const { rows } = await sweep(quickSource(), plan(['min=0.25,1', 'max=0.5,1', 'timeout=60s,never']));
    const shown = rows.map(({ settings, invalid }) => [Object.values(settings).join(' '), invalid === null]);
    expect(shown).toEqual([
      ['0.25 0.5 60s', true],
      ['0.25 0.5 never', true],
      ['0.25 1 60s', true],
      ['0.25 1 never', true],
      ['1 0.5 60s', false],
      ['1 0.5 never', false],
      ['1 1 60s', true],
      ['1 1 never', true],
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
      expect.stringMatching(/^report sends 0 queries a month .* over a year it sends 1 a month$/),
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
