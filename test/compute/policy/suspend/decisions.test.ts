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
