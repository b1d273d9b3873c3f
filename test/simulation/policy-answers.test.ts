import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PolicyValues } from '../../src/compute/policy/interface/policy-parameter.js';
import type { SizePolicy } from '../../src/compute/policy/interface/size-policy.js';
import type { SuspendPolicy } from '../../src/compute/policy/interface/suspend-policy.js';
import {
  keepPolicy,
  type PolicyOf,
  type PolicySide,
  policyNamed,
} from '../../src/compute/policy/own-policies.js';
import { agentSize } from '../../src/compute/policy/size/agent.js';
import { fixed } from '../../src/compute/policy/suspend/fixed.js';
import { observedOptimum } from '../../src/compute/policy/suspend/observed-optimum.js';
import { parseScenario } from '../../src/scenario/load-scenario.js';
import type { PolicyChoice, Scenario } from '../../src/scenario/scenario.js';
import { PolicyError } from '../../src/simulation/policy/policy-error.js';
import { InvariantError } from '../../src/simulation/run/invariant.js';
import type { RunObservations } from '../../src/simulation/run/observation.js';
import { simulate } from '../../src/simulation/simulation.js';
import { testFunctions } from '../function-rows.js';

const DESCRIPTION = { description: '', source: 'a test', parameters: {}, foresight: false };
const RIGHT_SIZE = { state: 0, goal_cu: 2, reason: 'two will do' };
const RIGHT_IDLE = { state: 0, suspend_after_seconds: 60, resume_after_seconds: 600, reason: 'enough' };

/** A user-defined policy whose functions return the given values, of the right type or not. */
function sizePolicy(look: (state: unknown) => unknown, start: () => unknown = () => 0): SizePolicy {
  return { name: 'theirs', ...DESCRIPTION, start, look } as unknown as SizePolicy;
}

function suspendPolicy(idle: () => unknown, busy: () => unknown = () => 0): SuspendPolicy {
  return { name: 'theirs', ...DESCRIPTION, randomised: false, start: () => 0, idle, busy } as SuspendPolicy;
}

const SCENARIO = await parseScenario(`
start: 2026-01-05T09:00:00Z
duration: 20min
plan: scale
computes: [{ name: primary, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 4 }]
load:
  - name: web
    compute: primary
    process: { arrivals: [10s, 300s, 1000s] }
    query: { cpu: 0s }
model: { wake_latency: 1s, suspend_check: 0s }
`);

let modules = 0;

/** A policy as chosen in a scenario; a policy of a test looks as if it came from a module. */
function chosen<Side extends PolicySide>(
  side: Side,
  policy: PolicyOf[Side],
  values: PolicyValues,
): PolicyChoice {
  const { name } = policy;
  if (policyNamed(side, name) === policy) return { name, values, module: undefined };
  modules += 1;
  const module = `/nowhere/${modules}.mjs`;
  keepPolicy(side, module, policy);
  return { name, values, module };
}

/** Runs twenty minutes with three queries under the given policies. */
function run(
  policies: { readonly size?: SizePolicy; readonly suspend?: SuspendPolicy },
  values: PolicyValues = {},
): RunObservations {
  const { size, suspend } = policies;
  const [compute] = SCENARIO.computes;
  const scenario: Scenario = {
    ...SCENARIO,
    computes: [
      {
        ...compute!,
        size_policy: chosen('size', size ?? agentSize, {}),
        suspend_policy: chosen('suspend', suspend ?? fixed, values),
      },
    ],
  };
  return simulate(scenario);
}

function mistake(policies: Parameters<typeof run>[0]): PolicyError {
  try {
    run(policies);
  } catch (error) {
    if (error instanceof PolicyError) return error;
    throw error;
  }
  throw new Error('the run went through');
}

describe('a user-defined size policy', () => {
  it('a valid size policy determines the size', () => {
    expect(run({ size: sizePolicy(() => RIGHT_SIZE) }).computes[0]!.max_cu).toBe(2);
  });

  it('a size policy that throws is reported with function, compute and time', () => {
    const size = sizePolicy(() => {
      throw new RangeError('no such\nhour');
    });
    const error = mistake({ size });
    expect(error.message).toMatch(
      /^\/nowhere\/\d+\.mjs: error: policy "theirs", size of compute primary: look at 1\d\.\d+ s \(2026-01-05T09:00:1\d\.\d{3}Z\): throws RangeError: no such hour; expected it to return an object \{ state, goal_cu, reason \}$/,
    );
    expect(error.call).toMatchObject({
      side: 'size',
      policy: 'theirs',
      compute: 'primary',
      function: 'look',
    });
    expect(error.call.line).toBeUndefined();
  });

  it('a size policy that is asynchronous gets an error', () => {
    const size = sizePolicy(() => Promise.resolve(RIGHT_SIZE));
    expect(mistake({ size }).message).toContain('got a promise; a policy cannot be asynchronous');
  });

  it("all problems of a size policy's result are reported at once", () => {
    expect(mistake({ size: sizePolicy(() => ({})) }).problems).toHaveLength(3);
  });

  it('a size policy may pass on the agent’s result, and restart with its previous state', () => {
    const asked: unknown[] = [];
    const size: SizePolicy = {
      ...agentSize,
      name: 'handed-on',
      start: (_values, _context, before) => {
        asked.push(before);
        return { starts: asked.length } as never;
      },
    };
    run({ size });
    expect(asked).toEqual([undefined, { starts: 1 }]);
  });

  it('an exception in start is reported', () => {
    const start = (): never => {
      throw 'no state today';
    };
    const { message } = mistake({ size: sizePolicy(() => RIGHT_SIZE, start) });
    expect(message).toContain('start at 11 s (2026-01-05T09:00:11.000Z): throws "no state today"');
  });

  it('a size policy may return any nonnegative number as the goal', () => {
    const goal_cu = fc.double({ min: 0, max: Number.MAX_VALUE, noNaN: true });
    fc.assert(
      fc.property(goal_cu, (goal) => {
        const { max_cu } = run({ size: sizePolicy(() => ({ ...RIGHT_SIZE, goal_cu: goal })) }).computes[0]!;
        expect(max_cu).toBe(Math.min(4, Math.max(1, Math.ceil(goal * 4 - 1e-9) / 4)));
      }),
      { seed: 42, numRuns: 100, examples: [[0], [Number.MAX_VALUE], [2.25], [2.26]] },
    );
  });
});

describe('a user-defined suspend policy', () => {
  it('a valid suspend policy determines the suspends', () => {
    expect(run({ suspend: suspendPolicy(() => RIGHT_IDLE) }).computes[0]!.suspends).toBeGreaterThan(2);
  });

  it('a suspend policy that throws is reported with function, compute and time', () => {
    const idle = (): never => {
      throw new Error('out of patience');
    };
    expect(mistake({ suspend: suspendPolicy(idle) }).message.replace(/^\S+\.mjs: /, '')).toBe(
      'error: policy "theirs", suspend of compute primary: idle at 11 s (2026-01-05T09:00:11.000Z): throws Error: out of patience; expected it to return an object { state, suspend_after_seconds, resume_after_seconds, reason }',
    );
  });

  it('a suspend policy that returns no state when a query arrives is reported', () => {
    const suspend = suspendPolicy(
      () => RIGHT_IDLE,
      () => undefined,
    );
    expect(mistake({ suspend }).message).toContain(
      'busy at 300 s (2026-01-05T09:05:00.000Z): expected the state for the next call, got nothing',
    );
  });

  it('a suspend policy without a state may return none', () => {
    const stateless = { ...RIGHT_IDLE, state: undefined };
    const suspend: SuspendPolicy = {
      ...suspendPolicy(
        () => stateless,
        () => undefined,
      ),
      start: () => undefined,
    };
    expect(run({ suspend }).computes[0]!.suspends).toBeGreaterThan(2);
  });
});

it('a built-in policy that breaks the contract is a defect, not a user error', () => {
  expect(() => run({ suspend: observedOptimum }, { wake_cost_seconds: Number.NaN })).toThrow(InvariantError);
});

testFunctions(new URL('policy-answers.yaml', import.meta.url), {
  size: (answer: unknown) => run({ size: sizePolicy(() => answer) }),
  suspend: (answer: unknown) => run({ suspend: suspendPolicy(() => answer) }),
});
