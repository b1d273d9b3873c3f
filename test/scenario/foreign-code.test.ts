import { describe, expect, test } from 'vitest';
import {
  ANSWER_LIMIT_SECONDS,
  awaitForeign,
  callForeign,
  ExitCalled,
  endStoppedCalls,
  ForeignLook,
  MARKS,
  markIn,
} from '../../src/files/foreign-code.js';

const stuck = (): Error => new Error('it does not return');

describe('user code', () => {
  test('user code is marked while it runs, and cannot end the program', () => {
    const marks = new Float64Array(MARKS);
    markIn(marks);
    const { exit } = process;
    const answer = callForeign(() => {
      expect(marks[0]).toBe(1);
      expect(() => process.exit(0)).toThrow(ExitCalled);
      return 7;
    }, stuck);
    expect(answer).toBe(7);
    expect([...marks]).toEqual([0, 1]);
    expect(process.exit).toBe(exit);
    expect(() => callForeign(() => process.exit(1), stuck)).toThrow('calls process.exit');
    expect([marks[0], process.exit]).toEqual([0, exit]);
  });

  test('process.exit is restored when the last of several calls of user code ends', async () => {
    const marks = new Float64Array(MARKS);
    markIn(marks);
    const { exit } = process;
    let letGo = (): void => undefined;
    const first = awaitForeign(
      () =>
        new Promise<void>((resolve) => {
          letGo = resolve;
        }),
      stuck,
    );
    await awaitForeign(async () => expect(marks[0]).toBe(2), stuck);
    expect(process.exit).not.toBe(exit);
    letGo();
    await first;
    expect([marks[0], process.exit]).toEqual([0, exit]);
  });

  test('user code that was stopped reports its problem once', () => {
    const marks = new Float64Array(MARKS);
    markIn(marks);
    const { exit } = process;
    // A thread whose JavaScript was terminated within the call leaves this state.
    void awaitForeign(() => new Promise(() => undefined), stuck);
    expect(endStoppedCalls()?.message).toBe('it does not return');
    expect([marks[0], process.exit, endStoppedCalls()]).toEqual([0, exit, undefined]);
  });

  test('user code is stuck if one call lasts for the limit, counted in checks', () => {
    const look = new ForeignLook();
    const looks = ANSWER_LIMIT_SECONDS * 10;
    const seen = (calls: number, life: number, times: number): readonly boolean[] =>
      Array.from({ length: times }, () => look.isStuck(calls, life, 100));
    expect(seen(0, 5, 2 * looks)).not.toContain(true);
    expect(seen(1, 6, looks)).not.toContain(true);
    // Another call restarts the count.
    expect(seen(1, 8, looks)).not.toContain(true);
    expect(seen(1, 8, 1)).toEqual([true]);
  });
});
