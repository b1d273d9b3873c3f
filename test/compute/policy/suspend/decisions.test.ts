import { describe, expect, test } from 'vitest';
import { named, valuesOf } from './replay.js';

const NEVER = Number.POSITIVE_INFINITY;
const context = { suspend_timeout_seconds: 300, foresight: true };
const moment = (over: object = {}) => ({
  now_seconds: 1000,
  epoch_seconds: 1000,
  cause: 'work_done' as const,
  uniform: 0.5,
  suspend_timeout_seconds: 300,
  next_arrival_seconds: undefined as number | undefined,
  ...over,
});

describe('the oracle', () => {
  const oracle = named('oracle');
  const decided = (gap: number, lead_seconds = 0) => {
    const values = valuesOf(oracle, { wake_cost_seconds: 60, lead_seconds });
    const state = oracle.start(values, context);
    return oracle.idle(state, moment({ next_arrival_seconds: 1000 + gap }), values);
  };

  test('the oracle stays active as long as a wake is worth, and somewhat longer in case the query is late', () => {
    expect(decided(60)).toMatchObject({
      suspend_after_seconds: 120,
      resume_after_seconds: NEVER,
      reason: 'the next query comes before 60 s of suspension, what a wake costs, are saved',
    });
    expect(decided(60.1)).toMatchObject({
      suspend_after_seconds: 0,
      resume_after_seconds: NEVER,
      reason: 'the next query is further away than 60 s, what a wake costs',
    });
    expect(decided(-5).suspend_after_seconds).toBe(60);
  });

  test('the oracle resumes ahead of the query if a lead is configured', () => {
    expect(decided(70, 10)).toMatchObject({ suspend_after_seconds: 140, resume_after_seconds: NEVER });
    expect(decided(100, 10)).toMatchObject({ suspend_after_seconds: 0, resume_after_seconds: 90 });
  });

  test('the oracle requires the next arrival, and learns nothing', () => {
    const values = valuesOf(oracle);
    expect(() => oracle.start(values, { ...context, foresight: false })).toThrow(
      'suspend policy oracle: it has to know when the next query comes',
    );
    const state = oracle.start(values, context);
    expect(() => oracle.idle(state, moment(), values)).toThrow(
      'suspend policy oracle: next_arrival_seconds: expected a time, got undefined',
    );
    const busy = { now_seconds: 1, epoch_seconds: 1, idle_seconds: 100, found_active: true };
    for (const name of ['oracle', 'fixed']) {
      const policy = named(name);
      const begun = policy.start(valuesOf(policy), context);
      expect(policy.busy(begun, busy, valuesOf(policy)), name).toBe(begun);
    }
  });
});

describe('ski rental', () => {
  test('ski rental with predictions states its prediction and how long it waits', () => {
    const policy = named('ski_rental_with_predictions');
    const values = valuesOf(policy, { wake_cost_seconds: 120, lambda: 0.5 });
    const { reasons } = policy.start(values, context) as { reasons: object };
    expect(reasons).toEqual({
      shorter: 'a login is expected within 2 min, what a wake costs: suspends after 4 min',
      longer: 'no login is expected within 2 min, what a wake costs: suspends after 60 s',
      none: 'too little history to expect logins: suspends after 2 min',
    });
  });

  test('ski rental with predictions decides again when the predicted time has passed, or after five minutes', () => {
    const policy = named('ski_rental_with_predictions');
    const DAY = 86_400;
    const values = valuesOf(policy, { season_days: 1, wake_cost_seconds: 60 });
    const start = policy.start(values, context) as object;
    /** Logins at noon, and a minute later, on each of three days. */
    const logins = Float64Array.from([0, 1, 2].flatMap((day) => [day * DAY + 43_200, day * DAY + 43_600]));
    const history = { since_epoch_seconds: 0, logins };
    const asked = (epoch_seconds: number, state: unknown = { ...start, history }) =>
      policy.idle(state, moment({ epoch_seconds }), values) as unknown as {
        readonly state: { readonly expected_at: number | undefined; readonly expected_until: number };
        readonly suspend_after_seconds: number;
        readonly reason: string;
      };
    const noon = 3 * DAY + 43_200;
    const early = asked(noon - 3600);
    expect(early.state).toMatchObject({ expected_at: noon, expected_until: noon - 3300 });
    expect(early).toMatchObject({ suspend_after_seconds: 30, reason: expect.stringMatching(/^no login/) });
    expect(asked(noon - 3301, early.state).state).toBe(early.state);
    expect(asked(noon - 3300, early.state).state.expected_until).toBe(noon - 3000);
    const soon = asked(noon - 59);
    expect(soon.state).toMatchObject({ expected_at: noon, expected_until: noon });
    expect(soon).toMatchObject({ suspend_after_seconds: 120, reason: expect.stringMatching(/^a login/) });
    expect(asked(noon - 60).suspend_after_seconds).toBe(30);
    expect(asked(noon + 1, soon.state).state.expected_at).toBe(noon + 400);
    // Two days are not enough.
    const young = asked(2 * DAY, { ...start, history: { ...history, logins: logins.slice(0, 4) } });
    expect(young).toMatchObject({
      suspend_after_seconds: 60,
      reason: expect.stringMatching(/^too little history/),
    });
    expect(young.state).toMatchObject({ expected_at: undefined, expected_until: 2 * DAY + 300 });
    const unseen = asked(3 * DAY, { ...start, history: { ...history, logins: new Float64Array(0) } });
    expect(unseen.state).toMatchObject({ expected_at: NEVER, expected_until: 3 * DAY + 300 });
  });

  test('ski rental with predictions records a login after a minute of idleness, at most every five minutes', () => {
    const policy = named('ski_rental_with_predictions');
    const values = valuesOf(policy);
    const start = policy.start(values, context);
    const busy = (state: unknown, epoch_seconds: number, idle_seconds: number) =>
      policy.busy(state, { now_seconds: 0, epoch_seconds, idle_seconds, found_active: true }, values) as {
        readonly history: { readonly since_epoch_seconds: number; readonly logins: Float64Array };
      };
    expect(busy(start, 3000, 59.9)).toBe(start);
    const one = busy(start, 3000, 60);
    expect(one.history).toEqual({ since_epoch_seconds: 3000, logins: Float64Array.of(3000) });
    expect(busy(one, 3299, 100)).toBe(one);
    expect(busy(one, 3300, 100).history.logins).toEqual(Float64Array.of(3000, 3300));
  });
});

/** The end of the bin of 10 s: 1 s increased by a tenth, 25 times. */
const BIN = Math.exp(25 * Math.log(1.1));

describe('the observed optimum', () => {
  const policy = named('observed_optimum');
  const values = valuesOf(policy, { wake_cost_seconds: 60, least_gaps: 3 });
  const after = (...gaps: readonly number[]) => {
    const state = gaps.reduce<unknown>(
      (before, idle_seconds) =>
        policy.busy(before, { now_seconds: 0, epoch_seconds: 0, idle_seconds, found_active: true }, values),
      policy.start(values, context),
    );
    return policy.idle(state, moment(), values);
  };

  test('the observed optimum is the end of the bin with the lowest cost of waiting', () => {
    // Bins end at 1 s and grow by a tenth: 10 s is below 1.1^25 = 10.83.
    const waiting = after(10, 10, 10);
    expect(waiting.suspend_after_seconds).toBeCloseTo(BIN, 9);
    expect(waiting).toMatchObject({
      resume_after_seconds: NEVER,
      reason: 'timeout of 10.83 s would have cost least in the idle periods observed',
    });
    // Σ min(gap, T) + 60 for each longer: at once 180; up to 10.83 s 20 + 70.83 = 90.83; for all three 120.
    expect(after(10, 10, 100).suspend_after_seconds).toBeCloseTo(BIN, 9);
    // 40 + 40 + 60 + 42 against 180.
    expect(after(40, 40, 100).suspend_after_seconds).toBe(0);
    expect(after(61, 61, 61).suspend_after_seconds).toBe(0);
    expect(after(0.5, 0.5, 1e9).suspend_after_seconds).toBe(1);
    // The last bin ends at a week.
    const week = valuesOf(policy, { wake_cost_seconds: 1e9, least_gaps: 1 });
    const state = policy.busy(
      policy.start(week, context),
      { now_seconds: 0, epoch_seconds: 0, idle_seconds: 600_000, found_active: true },
      week,
    );
    expect(policy.idle(state, moment(), week).suspend_after_seconds).toBe(604_800);
  });

  test('a change of the observed optimum is reported with its reason', () => {
    const tens = Array.from({ length: 10 }, () => 10);
    const hundreds = Array.from({ length: 200 }, () => 100);
    expect(after(...tens, ...hundreds)).toMatchObject({
      suspend_after_seconds: 0,
      reason: 'timeout of 0 s would have cost least in the idle periods observed',
    });
  });

  test('the observed optimum is break-even until there are enough gaps', () => {
    expect(after(10, 10)).toMatchObject({
      suspend_after_seconds: 60,
      reason: 'too few idle periods observed: break-even timeout of 60 s',
    });
  });
});
