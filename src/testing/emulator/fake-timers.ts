import { DATE_CLOCK } from '../../adapter/wall-clock.js';

/** A test framework's fake timers, which also fake `Date`: `vi` of vitest, `jest`, or `mock.timers` of node:test. */
export type FakeTimers =
  | { readonly advanceTimersByTimeAsync: (span_ms: number) => Promise<unknown> }
  | { readonly tick: (span_ms: number) => void };

/** Checks for the fake timers of a test framework. @throws TypeError */
export function checkTimers(timers: unknown): void {
  const is_known =
    typeof timers === 'object' &&
    timers !== null &&
    ('advanceTimersByTimeAsync' in timers || 'tick' in timers);
  if (!is_known) throw new TypeError('timers: expected vi of vitest, jest, or mock.timers of node:test');
}

/**
 * Advances the fake timers of a suite, and `Date` with them. Timers of node:test see the time to within a second.
 * @throws Error if `Date` is not faked, because the emulator would lose step with the timers
 */
export async function passTime(timers: FakeTimers, span_ms: number): Promise<void> {
  const before_ms = DATE_CLOCK.epochMs();
  if ('advanceTimersByTimeAsync' in timers) await timers.advanceTimersByTimeAsync(span_ms);
  else tickInSteps(timers, span_ms);
  const passed_ms = DATE_CLOCK.epochMs() - before_ms;
  if (Math.abs(passed_ms - span_ms) <= 1) return;
  throw new Error(
    `the timers were moved by ${span_ms} ms, Date by ${passed_ms} ms; expected both to be faked: vi.useFakeTimers(), jest.useFakeTimers() or mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] }) before the emulator is made`,
  );
}

/** `mock.timers` shows every timer of a tick the time at its end, so ticks are short. */
const TICK_MS = 1_000;

function tickInSteps(timers: Extract<FakeTimers, { tick: unknown }>, span_ms: number): void {
  for (let left_ms = span_ms; left_ms > 0; left_ms -= TICK_MS) timers.tick(Math.min(TICK_MS, left_ms));
}
