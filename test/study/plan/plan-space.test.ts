import { describe, expect, it } from 'vitest';
import { planCandidates } from '../../../src/study/plan/plan-candidates.js';
import { planSpace, sweptAxes } from '../../../src/study/plan/plan-space.js';
import { compileVariant } from '../../../src/study/runs/scenario-source.js';
import { quickSource } from '../quick-scenario.js';

const replicated = quickSource({
  computes: [
    { name: 'primary', autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 2 },
    { name: 'replica-1', type: 'read_only', autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 },
    { name: 'replica-2', type: 'read_only', autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 },
  ],
  load: [
    { name: 'writes', compute: 'primary', rate: '1/s', query: { cpu: '5ms' } },
    {
      name: 'reads',
      route: { least_connections: ['replica-1', 'replica-2'] },
      rate: '1/s',
      query: { cpu: '5ms' },
      connection: { kind: 'pool', size: 5 },
    },
  ],
});

async function spaceOf(source: ReturnType<typeof quickSource>, vary: readonly string[], compute?: string) {
  const { scenario } = await compileVariant(source);
  const axes = planSpace(scenario, vary, compute);
  return { axes, candidates: await planCandidates(source, scenario, axes, compute) };
}

describe('the space of a plan', () => {
  it('consists of minimum, maximum and timeout, as the plan allows them', async () => {
    const launch = await spaceOf(quickSource({ plan: 'launch' }), []);
    expect(launch.axes).toEqual([
      { path: 'min', values: ['0.25', '0.5', '1', '2', '4', '8', '16'] },
      { path: 'max', values: ['0.25', '0.5', '1', '2', '4', '8', '16'] },
      { path: 'timeout', values: ['5m', 'never'] },
    ]);
    const free = await spaceOf(quickSource({ plan: 'free' }), []);
    expect(free.axes.map(({ values }) => values)).toEqual([
      ['0.25', '0.5', '1', '2'],
      ['0.25', '0.5', '1', '2'],
      ['5m'],
    ]);
  });

  it("contains the scenario's values, and leaves out sizes that the size table forbids", async () => {
    const own = { ...JSON.parse(quickSource().text).computes[0], autoscaling_limit_max_cu: 3 };
    const { axes, candidates } = await spaceOf(quickSource({ computes: [own] }), ['min', 'max']);
    expect(axes[1]!.values).toContain('3');
    expect(candidates.today).toMatchObject({ name: 'min=0.25 max=3', today: true });
    const reason = (name: string) => candidates.forbidden.find((each) => each.name === name)?.reason;
    // The platform refuses it, unless the scenario sets the rules of the specification.
    expect(reason('min=0.25 max=16')).toContain('at most 8 are allowed');
    expect(reason('min=2 max=1')).toContain('the minimum of 2 CU is above the maximum');
    expect(candidates.allowed.every(({ scenario }) => scenario.computes[0] !== undefined)).toBe(true);
    const seed = await spaceOf(quickSource({ model: { rules: 'seed' } }), ['min', 'max']);
    expect(seed.candidates.forbidden.map(({ name }) => name)).not.toContain('min=0.25 max=16');
  });

  it('may have other dimensions and values, for a single compute', async () => {
    const { axes, candidates } = await spaceOf(replicated, ['max=1,2', 'pooling'], 'primary');
    expect(axes.map(({ path }) => path)).toEqual(['primary.max', 'pooling']);
    const last = candidates.allowed[candidates.allowed.length - 1]!;
    expect(last.name).toBe('primary.max=2 pooling=pooler');
    expect(last.scenario.computes.map((each) => each.autoscaling_limit_max_cu)).toEqual([2, 1, 1]);
    expect(last.scenario.load.map(({ connection }) => connection.via)).toEqual(['pooler', 'pooler']);
  });

  it('may have another number of replicas that share the reads', async () => {
    const { candidates } = await spaceOf(replicated, ['replicas']);
    expect(candidates.today.name).toBe('replicas=2');
    const reads = candidates.allowed.map(({ name, scenario }) => [
      name,
      scenario.computes.length,
      scenario.load[1]!.route.targets.map(({ compute }) => compute).join(' '),
    ]);
    expect(reads).toEqual([
      ['replicas=0', 1, 'primary'],
      ['replicas=1', 2, 'replica-1'],
      ['replicas=2', 3, 'replica-1 replica-2'],
      ['replicas=3', 4, 'replica-1 replica-2 replica-3'],
    ]);
  });

  it('may have the policies that do not look into the future', async () => {
    const { axes } = await spaceOf(quickSource(), ['policy']);
    expect(axes.map(({ path }) => path)).toEqual(['suspend_policy']);
    expect(axes[0]!.values).toContain('observed_optimum');
    expect(axes[0]!.values).not.toContain('oracle');
  });

  it.each([
    [['maxi'], undefined, '--vary maxi: error: unknown dimension "maxi"; did you mean "max"?'],
    [['max=1', 'max=2'], undefined, 'max is varied twice'],
    [[], 'primry', '--compute primry: error: unknown compute "primry"; did you mean "primary"?'],
    [['max=60'], undefined, '60 CU is not a size'],
  ])('%s of %s is refused', async (vary, compute, message) => {
    await expect(spaceOf(quickSource(), vary, compute)).rejects.toThrow(message);
  });

  it('lists values in ascending order, including those of the scenario', async () => {
    const valuesOf = async (source: ReturnType<typeof quickSource>, ...vary: readonly string[]) =>
      (await spaceOf(source, vary)).axes.map(({ values }) => values);
    const own = { ...JSON.parse(quickSource().text).computes[0], suspend_timeout_seconds: 600 };
    expect(await valuesOf(quickSource({ computes: [own] }), 'timeout')).toEqual([
      ['1m', '5m', '10m', '15m', '1h', 'never'],
    ]);
    const never = { ...own, suspend_timeout_seconds: -1 };
    expect(await valuesOf(quickSource({ computes: [never], plan: 'launch' }), 'timeout')).toEqual([
      ['5m', 'never'],
    ]);
    // Named values are tried as they are, in order; a value that is not an amount keeps its position.
    expect(await valuesOf(quickSource(), 'timeout=never,2h,90s', 'max=2,1,0.5')).toEqual([
      ['90s', '2h', 'never'],
      ['0.5', '1', '2'],
    ]);
    expect(await valuesOf(quickSource(), 'pooling', 'size_policy')).toEqual([['direct', 'pooler']]);
  });

  it("has no present value if computes differ, and today's settings are then outside of it", async () => {
    const { candidates } = await spaceOf(replicated, ['max=1,2', 'timeout=5m']);
    expect(candidates.today).toMatchObject({ name: 'as it is', index: -1, today: true });
    expect(candidates.entrants).toHaveLength(candidates.allowed.length + 1);
    const own = await spaceOf(replicated, ['min=1,2']);
    expect(own.candidates.entrants).toBe(own.candidates.allowed);
  });

  it.each([
    ['timeout=300s,1h', 'timeout=300s'],
    ['timeout=0,1h', 'timeout=0'],
    ['min=0.250,0.5', 'min=0.250'],
    ['primary.min=0.25,0.5', 'primary.min=0.25'],
    ['load.web.rate=3600/h,2/s', 'load.web.rate=3600/h'],
  ])("recognizes today's settings however they are written: %s", async (vary, name) => {
    const source = { load: [{ name: 'web', compute: 'primary', rate: '1/s', query: { cpu: '5ms' } }] };
    const { candidates } = await spaceOf(quickSource({ ...source, plan: 'scale' }), [vary]);
    expect(candidates.today).toMatchObject({ name, today: true });
    expect(candidates.entrants).toBe(candidates.allowed);
  });

  it("does not treat a policy with the same name and other parameters as today's", async () => {
    const suspend = { hybrid_histogram: { range_seconds: '2h' } };
    const [primary] = JSON.parse(quickSource().text).computes;
    const source = quickSource({ computes: [{ ...primary, policy: { suspend } }] });
    const { candidates } = await spaceOf(source, ['suspend_policy']);
    expect(candidates.today.name).toBe('as it is');
  });
});

describe('the axes of a sweep', () => {
  it('are those given, and the default values for an axis without values', async () => {
    const { scenario } = await compileVariant(quickSource());
    expect(sweptAxes(scenario, ['load.web.rate=1/s,2/s', 'pooling'])).toEqual([
      { path: 'load.web.rate', values: ['1/s', '2/s'], written: 'load.web.rate=1/s,2/s' },
      { path: 'pooling', values: ['direct', 'pooler'] },
    ]);
    expect(() => sweptAxes(scenario, ['size_policy'])).toThrow(
      '--vary size_policy: error: no compute of the scenario leaves size_policy a choice',
    );
    expect(() => sweptAxes(scenario, ['pooling', 'pooling'])).toThrow(
      '--vary pooling: error: pooling is varied twice; give all its values at once',
    );
  });
});
