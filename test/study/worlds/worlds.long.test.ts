import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type FigureName, type RunFigures, runFigures } from '../../../src/figures/run-figures.js';
import { forecastReport } from '../../../src/report/answers/forecast/forecast.js';
import { screenLines } from '../../../src/report/forms/screen.js';
import { answer } from '../../../src/study/engine/engine.js';
import { forecast } from '../../../src/study/growth/forecast.js';
import { parseGrowth } from '../../../src/study/growth/load-growth.js';
import type { PlanQuestion } from '../../../src/study/plan/plan-work.js';
import { parseConstraint } from '../../../src/study/replicate/constraint.js';
import { compileVariant, type ScenarioSource } from '../../../src/study/runs/scenario-source.js';
import { runVariant } from '../../../src/study/runs/variant.js';
import { worldsForecastStudy } from '../../../src/study/worlds/forecast-worlds.js';
import { worldsPlanStudy } from '../../../src/study/worlds/plan-worlds.js';
import type { PlanOverWorlds, PlanWithWorlds } from '../../../src/study/worlds/plan-worlds-result.js';
import { neap } from '../../cli/built-cli.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { planQuestion } from '../plan-question.js';
import { QUICK } from '../quick-scenario.js';

const RATE = { between: ['4/h', '60/h'] };
const CPU = { exponential: { mean: { between: ['50ms', '100ms', '3s'] } } };

function sourceOf(over: {
  readonly rate?: unknown;
  readonly cpu?: unknown;
  readonly compute?: object;
}): ScenarioSource {
  const { rate = '20/h', cpu = { exponential: { mean: '200ms' } }, compute = {} } = over;
  const scenario = {
    ...QUICK,
    slo: {},
    computes: [{ ...QUICK.computes[0], ...compute }],
    load: [{ name: 'web', compute: 'primary', rate, query: { cpu } }],
  };
  return { text: JSON.stringify(scenario), file: 'quick.json', directory: '/', set: [], seed: undefined };
}

const questionOf = (
  vary: readonly string[],
  limits: readonly string[],
  over: Partial<PlanQuestion> = {},
): PlanQuestion => planQuestion(vary, limits, { budget: { queries: 1e7, replications: 3 }, ...over });

interface Enumerated {
  readonly objective: number;
  readonly missed: readonly string[];
}

/** The figures of a candidate in a world, from a run of the scenario with both written into it. */
async function enumerated(
  source: ScenarioSource,
  question: PlanQuestion,
  settings: Readonly<Record<string, string>>,
  inputs: Readonly<Record<string, string>>,
): Promise<Enumerated> {
  const written: Readonly<Record<string, string>> = {
    timeout: 'suspend_timeout_seconds',
    min: 'autoscaling_limit_min_cu',
    max: 'autoscaling_limit_max_cu',
  };
  const own = Object.entries(settings).map(
    ([name, value]) => `computes.primary.${written[name]!}=${value === 'never' ? -1 : value}`,
  );
  const drawn = Object.entries(inputs).map(([path, value]) => `${path}=${value}`);
  const figures: RunFigures = runFigures(
    await runVariant(await compileVariant({ ...source, set: [...drawn, ...own] })),
  );
  const missed = question.constraints.filter(({ figure, comparison, bound }) => {
    const value = figures[figure]!;
    return comparison === '<=' ? value > bound : value < bound;
  });
  return { objective: figures[question.objective as FigureName]!, missed: missed.map(({ text }) => text) };
}

/** The choice and its regrets by exhaustive search, with plain loops. */
function byHand(table: readonly (readonly Enumerated[])[], safety: number) {
  const worlds = table[0]!.map((_, world) => world);
  const best = worlds.map((world) => {
    const met = table.filter((own) => own[world]!.missed.length === 0).map((own) => own[world]!.objective);
    return met.length === 0 ? undefined : Math.min(...met);
  });
  const possible = worlds.filter((world) => best[world] !== undefined);
  const rows = table.map((own) => {
    const regret = possible.map((world) => Math.max(0, own[world]!.objective - best[world]!));
    return {
      mean: regret.reduce((sum, each) => sum + each, 0) / regret.length,
      greatest: Math.max(...regret),
      allowed:
        possible.filter((world) => own[world]!.missed.length > 0).length <=
        (1 - safety) * possible.length + 1e-9,
      met: own.filter(({ missed }) => missed.length === 0).length,
    };
  });
  const least = Math.min(...rows.filter(({ allowed }) => allowed).map(({ mean }) => mean));
  return { rows, possible: possible.length, least };
}

async function checked(
  source: ScenarioSource,
  question: PlanQuestion,
  count = 10,
): Promise<{ readonly result: PlanWithWorlds; readonly worlds: PlanOverWorlds }> {
  const result = await answer(worldsPlanStudy(source, question, count));
  const worlds = result.worlds!;
  const looked = worlds.candidates.filter(({ fate }) => fate !== 'not_looked_at');
  const table: Enumerated[][] = [];
  for (const { settings } of looked) {
    const own: Enumerated[] = [];
    for (const { inputs } of worlds.outcomes) own.push(await enumerated(source, question, settings, inputs));
    table.push(own);
  }
  const { rows, possible, least } = byHand(table, question.safety);
  expect(worlds.possible_worlds).toBe(possible);
  looked.forEach((candidate, index) => {
    const row = rows[index]!;
    expect(candidate.worlds_met).toBe(row.met);
    expect(candidate.fate === 'refused').toBe(!row.allowed);
    expect(candidate.regret!.mean).toBeCloseTo(row.mean, 9);
    expect(candidate.regret!.greatest).toBeCloseTo(row.greatest, 9);
    for (const { constraint, worlds: broken } of candidate.broken) {
      expect(table[index]!.filter(({ missed }) => missed.includes(constraint))).toHaveLength(broken);
    }
  });
  const chosen = looked.findIndex(({ name }) => name === worlds.choice);
  if (chosen >= 0) expect(rows[chosen]!.mean).toBeCloseTo(least, 9);
  else expect(least).toBe(Number.POSITIVE_INFINITY);
  return { result, worlds };
}

const TIMEOUTS = ['timeout=60s,5m,15m,1h,never'];

describe('regret compared with an exhaustive search', () => {
  it('over timeouts, with an uncertain number of arrivals', async () => {
    const question = questionOf(TIMEOUTS, ['wake_probability <= 20%']);
    const { result, worlds } = await checked(sourceOf({ rate: RATE }), question);
    expect(worlds.looked_at).toBe(5);
    // The middle world needs less than some worlds do.
    expect(worlds.choice).not.toBe(result.recommendation);
    expect(worlds.candidates.find(({ best_of_middle }) => best_of_middle)!.fate).toBe('refused');
  });

  it('over sizes, with an uncertain service demand', async () => {
    const question = questionOf(['min=0.25,1', 'max=1,2'], ['latency_p99 <= 8s']);
    await checked(sourceOf({ cpu: CPU }), question);
  });

  it('over two intervals, without a constraint', async () => {
    const question = questionOf(TIMEOUTS, [], { objective: 'wake_probability' });
    const { worlds } = await checked(sourceOf({ rate: RATE, cpu: CPU }), question);
    expect(worlds.choice).toBe('timeout=never');
  });

  it('for latency within a budget, if some worlds are infeasible', async () => {
    const question = questionOf(['timeout=60s,5m,15m'], ['cost_usd <= $0.25'], { objective: 'latency_p99' });
    const { worlds } = await checked(sourceOf({ rate: RATE, cpu: CPU }), question);
    expect(worlds.possible_worlds).toBeLessThan(10);
  });

  it('with constraints that no candidate meets often enough', async () => {
    // Each timeout is cheap enough and stays awake long enough only in a narrow range of rates.
    const limits = ['wake_probability <= 30%', 'cost_usd <= $1.10'];
    const question = questionOf(['timeout=5m,15m'], limits);
    const { worlds } = await checked(sourceOf({ rate: RATE }), question, 20);
    expect(worlds.possible_worlds).toBeGreaterThan(1);
    expect(worlds.choice).toBeNull();
  });

  it('over some candidates if the budget cannot cover all, which is reported', async () => {
    const source = sourceOf({ rate: { between: ['4/h', '30/h'] } });
    const vary = ['min=0.25,0.5,1,2', 'max=2', 'timeout=60s,5m,1h'];
    const question = questionOf(vary, ['latency_p99 <= 5s'], { budget: { queries: 4e6, replications: 2 } });
    const whole = await answer(worldsPlanStudy(source, question, 10));
    expect(whole.worlds!.looked_at).toBe(whole.worlds!.candidates_allowed);
    const small = { ...question, budget: { queries: 0.25 * whole.worlds!.queries, replications: 2 } };
    const { worlds } = await answer(worldsPlanStudy(source, small, 10));
    expect(worlds!.looked_at).toBeLessThan(worlds!.candidates_allowed);
    expect(worlds!.candidates.filter(({ fate }) => fate === 'not_looked_at').length).toBe(
      worlds!.candidates_allowed - worlds!.looked_at,
    );
    // The chosen candidate is as good as the best of all.
    const truth = new Map(whole.worlds!.candidates.map(({ name, regret }) => [name, regret!.mean]));
    const typical = whole.worlds!.candidates[0]!.objective!.median;
    expect(truth.get(worlds!.choice!)! - truth.get(whole.worlds!.choice!)!).toBeLessThan(0.02 * typical);
  });
});

it('a forecast over worlds equals the forecasts of each world', async () => {
  const source = sourceOf({ rate: RATE });
  const question = {
    months: 2,
    growth: parseGrowth('5%/month'),
    objectives: [parseConstraint('cost_usd_per_month <= $15')],
    replications: 2,
    confidence: 0.95,
    tolerance: 0.05,
    exact: false,
  };
  const { worlds, ...middle } = await answer(worldsForecastStudy(source, question, 10));
  expect(middle).toEqual(await forecast(source, question));
  for (const row of [worlds!.rows[0]!, worlds!.rows[9]!]) {
    const set = Object.entries(row.inputs).map(([path, value]) => `${path}=${value}`);
    const own = await forecast({ ...source, set }, question);
    expect(row.value).toBeCloseTo(own.total.cost_usd.mean, 9);
  }
  expect(worlds!.inputs[0]!.rank_correlation).toBeGreaterThan(0.9);
  const report = forecastReport({ ...middle, worlds: worlds! });
  const text = screenLines(report, 200).map((line) => line.text);
  expect(text.find((line) => line.startsWith('drawn'))).toContain('2 runs of each load');
});

describe('the command for worlds', () => {
  const folder = temporaryFolder();
  const write = (name: string, rate: unknown): string => {
    const { slo: _, ...quick } = QUICK;
    const load = [{ ...QUICK.load[0], rate }];
    writeFileSync(join(folder, name), JSON.stringify({ ...quick, load }));
    return name;
  };

  it('prints the same bytes for intervals with equal ends as for fixed values', () => {
    for (const args of [
      ['run'],
      ['bill'],
      ['plan', ...['--vary', TIMEOUTS[0]!, '--at-load', 'none', '--no-sensitivity', '--max-queries', '1M']],
      ['forecast', '--months', '2', '--replications', '2'],
    ]) {
      const [command, ...options] = args as [string, ...string[]];
      const [plain, degenerate] = ['20/h', { between: ['20/h', '20/h', '20/h'] }].map((rate) => {
        const { status, stdout } = neap([command, write('app.json', rate), ...options, '--json'], folder);
        return { status, stdout };
      });
      expect(degenerate).toEqual(plain);
      expect(plain!.status).toBe(0);
    }
  });

  it('bills every world as if it were written, and names the greatest influence', () => {
    const drawn = neap(['bill', write('app.json', RATE), '--worlds', '10', '--json'], folder);
    const { worlds, total_usd, warnings } = JSON.parse(drawn.stdout);
    expect(worlds.middle_usd).toBe(total_usd);
    expect(warnings[0]).toMatch(/load\.web\.rate is 15\.4919\/h \(of 4\/h to 60\/h\)/);
    expect(worlds.inputs[0]).toMatchObject({ path: 'load.web.rate' });
    expect(worlds.inputs[0].rank_correlation).toBeGreaterThan(0.9);
    for (const { inputs, value } of [worlds.rows[0], worlds.rows[7]]) {
      const { stdout } = neap(['bill', write('app.json', inputs['load.web.rate']), '--json'], folder);
      expect(JSON.parse(stdout).total_usd).toBe(value);
    }
    const one = neap(['bill', write('app.json', RATE), '--worlds', '10', '--json', '--workers', '1'], folder);
    expect(one.stdout).toBe(drawn.stdout);
  });

  it('warns in every other command that it uses the middle, and refuses worlds if there is nothing to draw', () => {
    const file = write('app.json', RATE);
    for (const args of [
      ['run', file],
      ['run', file, '--replications', '2'],
      ['run', file, '--steady-state'],
      ['validate', file],
      ['sweep', file, '--vary', 'computes.primary.suspend_timeout_seconds=60,300', '--replications', '2'],
      ['compare', file, '--variant', 'short', 'timeout=60s', '--replications', '2'],
      ['capacity', file, '--constraint', 'latency_p99 <= 20s'],
      ['policies', file],
      ['bill', file, '--worlds', '0'],
    ]) {
      const { status, stdout, stderr } = neap(args, folder);
      expect([args[0], status]).toEqual([args[0], 0]);
      expect(`${stdout}${stderr}`.replaceAll(/\s+/g, ' ')).toContain(
        'played with the middle of every interval: load.web.rate is',
      );
    }
    const none = neap(['plan', write('app.json', '20/h'), '--worlds', '20'], folder);
    expect([none.status, none.stderr]).toEqual([2, expect.stringMatching(/has no interval to draw from/)]);
    const few = neap(['bill', file, '--worlds', '3'], folder);
    expect([few.status, few.stderr]).toEqual([
      2,
      expect.stringMatching(/expected a whole number of 10 to 10000/),
    ]);
  });

  it('writes worlds to the page, the workbook and Markdown', () => {
    const file = write('app.json', RATE);
    const forms = ['--html', 'p.html', '--xlsx', 'p.xlsx', '--md', 'p.md', '--quiet'];
    const plan = [
      'plan',
      file,
      '--vary',
      TIMEOUTS[0]!,
      '--at-load',
      'none',
      '--no-sensitivity',
      '--worlds',
      '10',
    ];
    const planned = neap([...plan, '--constraint', 'wake_probability <= 20%', ...forms], folder);
    expect([planned.status, planned.stderr]).toEqual([0, '']);
    expect(planned.stdout).toMatch(/the least expected regret over\s+10\s+worlds/);
    expect(planned.stdout).toMatch(/breaks\s+wake_probability\s+<=\s+20%\s+in\s+\d\s+of\s+10\s+worlds/);
    expect(readFileSync(join(folder, 'p.html'), 'utf8')).toContain('Over 10 worlds drawn from the intervals');
    expect(readFileSync(join(folder, 'p.md'), 'utf8')).toMatch(
      /Over 10 worlds drawn from the intervals:\n\n\| Candidate/,
    );
    const drawn = ['forecast', file, '--months', '2', '--replications', '2', '--worlds', '10'];
    const foreseen = neap([...drawn, ...forms], folder);
    expect([foreseen.status, foreseen.stderr]).toEqual([0, '']);
    expect(foreseen.stdout).toMatch(/in nine worlds of\s+ten/);
    expect(readFileSync(join(folder, 'p.html'), 'utf8')).toContain('Over 10 worlds drawn from the intervals');
  });
});
