import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Calendar } from '../../src/kernel/calendar.js';
import { FIRST_KINDS, LAST_KINDS } from '../../src/kernel/event-order.js';

/** Runs everything up to `until` and lists the targets in firing order. */
function fire(calendar: Calendar, until = Number.POSITIVE_INFINITY): number[] {
  const targets: number[] = [];
  for (let slot = calendar.next(until); slot >= 0; slot = calendar.next(until))
    targets.push(calendar.target(slot));
  return targets;
}

describe('the event calendar', () => {
  it('fires events in order of time', () => {
    const calendar = new Calendar();
    [5, 1, 4, 2, 3].forEach((time) => {
      calendar.schedule(time, 0, time);
    });
    expect(fire(calendar)).toEqual([1, 2, 3, 4, 5]);
    expect(calendar.now).toBe(5);
  });

  it('fires any number of simultaneous events in scheduling order', () => {
    const calendar = new Calendar(2);
    const targets = Array.from({ length: 500 }, (_, index) => index);
    for (const target of targets) calendar.schedule(7, 0, target);
    expect(fire(calendar)).toEqual(targets);
  });

  it('fires the last kinds after the others of their moment, in scheduling order', () => {
    const calendar = new Calendar();
    for (const target of [1, 2]) calendar.schedule(7, LAST_KINDS + target, target);
    for (const target of [3, 4]) calendar.schedule(7, LAST_KINDS - target, target);
    const moved = calendar.schedule(8, 0, 5);
    calendar.schedule(7.5, LAST_KINDS, 6);
    calendar.reschedule(moved, 7.5);
    expect(fire(calendar)).toEqual([3, 4, 1, 2, 5, 6]);
  });

  it('keeps what fires at the root when its handler moves something to that moment', () => {
    const calendar = new Calendar();
    calendar.schedule(1, LAST_KINDS, 1);
    const other = calendar.schedule(2, 0, 2);
    calendar.schedule(3, 0, 3);
    calendar.next(1);
    calendar.reschedule(other, 1);
    expect(fire(calendar)).toEqual([2, 3]);
  });

  it.each([
    [0.1 * 3, FIRST_KINDS - 1, [2, 1], 0.3],
    [0.1 * 3, FIRST_KINDS, [1, 2], 0.1 * 3],
    [0.3 + 1e-12, FIRST_KINDS - 1, [1, 2], 0.3 + 1e-12],
  ])('a departure at %d of kind %d and an arrival at 0.3: %j', (time, kind, order, end) => {
    for (const happensAgain of [false, true]) {
      const calendar = new Calendar();
      const arrival = calendar.schedule(happensAgain ? 0.1 : 0.3, LAST_KINDS, 1);
      if (happensAgain) {
        calendar.next(1);
        calendar.reschedule(arrival, 0.3);
      }
      calendar.schedule(time, kind, 2);
      expect(fire(calendar)).toEqual(order);
      expect(calendar.now).toBe(end);
    }
  });

  it('processes all departures of a moment, except for rounding, before its arrivals, for any number of both', () => {
    const calendar = new Calendar();
    const targets = Array.from({ length: 100 }, (_, index) => index);
    for (const target of targets) calendar.schedule(0.3, LAST_KINDS, 100 + target);
    for (const target of targets) calendar.schedule(0.1 * 3, 0, target);
    expect(fire(calendar)).toEqual([...targets, ...targets.map((target) => 100 + target)]);
    expect(calendar.now).toBe(0.3);
  });

  it('counts a rescheduled event as scheduled again', () => {
    const calendar = new Calendar();
    const first = calendar.schedule(1, 0, 1);
    calendar.schedule(1, 0, 2);
    calendar.reschedule(first, 1);
    expect(fire(calendar)).toEqual([2, 1]);
  });

  it('keeps the order of ties when a cancellation moves an event into another branch of the heap', () => {
    const calendar = new Calendar();
    calendar.schedule(0, 0, 1);
    const later = calendar.schedule(5.5, 0, 2);
    calendar.schedule(1, 0, 3);
    const cancelled = calendar.schedule(6, 0, 4);
    calendar.schedule(7, 0, 5);
    calendar.schedule(5, 0, 6);
    calendar.reschedule(later, 5);
    calendar.cancel(cancelled);
    for (const target of [8, 9, 10]) calendar.schedule(target, 0, target);
    expect(fire(calendar)).toEqual([1, 3, 6, 2, 5, 8, 9, 10]);
  });

  it('stops at the horizon and continues from there', () => {
    const calendar = new Calendar();
    calendar.schedule(1, 0, 1);
    calendar.schedule(2, 0, 2);
    calendar.schedule(3, 0, 3);
    expect(fire(calendar, 2)).toEqual([1, 2]);
    calendar.advance(2.5);
    expect(calendar.now).toBe(2.5);
    expect(calendar.pending).toBe(1);
    expect(fire(calendar)).toEqual([3]);
  });

  it('lets the firing event be rescheduled from its own handler, and keeps what it is', () => {
    const calendar = new Calendar();
    const slot = calendar.schedule(1, 9, 4);
    calendar.schedule(2, 0, 0);
    expect(calendar.next(10)).toBe(slot);
    calendar.reschedule(slot, 3);
    expect(calendar.pending).toBe(2);
    expect(calendar.target(calendar.next(10))).toBe(0);
    expect(calendar.next(10)).toBe(slot);
    expect([calendar.now, calendar.kind(slot), calendar.target(slot)]).toEqual([3, 9, 4]);
  });

  it('fires a rescheduled event at the same moment after those already waiting for it', () => {
    const calendar = new Calendar();
    const slot = calendar.schedule(1, 0, 1);
    calendar.schedule(1, 0, 2);
    calendar.next(10);
    calendar.reschedule(slot, 1);
    expect(fire(calendar)).toEqual([2, 1]);
  });

  it('lets the firing event be cancelled, which changes nothing', () => {
    const calendar = new Calendar();
    const slot = calendar.schedule(1, 0, 1);
    calendar.schedule(2, 0, 2);
    calendar.next(10);
    calendar.cancel(slot);
    expect(fire(calendar)).toEqual([2]);
  });

  it('gives a fired slot to a later event', () => {
    const calendar = new Calendar();
    const slot = calendar.schedule(1, 0, 1);
    calendar.next(10);
    calendar.next(10);
    expect(calendar.schedule(5, 0, 2)).toBe(slot);
  });

  it('refuses the past and what is not a time', () => {
    const calendar = new Calendar();
    const slot = calendar.schedule(5, 0, 0);
    calendar.next(10);
    expect(() => calendar.schedule(4, 0, 0)).toThrow('cannot go to 4: the clock is at 5');
    expect(() => calendar.schedule(Number.NaN, 0, 0)).toThrow(RangeError);
    expect(() => calendar.reschedule(slot, 4.999)).toThrow(RangeError);
    calendar.schedule(5, 0, 0);
    expect(() => calendar.advance(6)).toThrow('an event is firing');
  });

  it('advances to an arrival that happens again, and not past it', () => {
    const calendar = new Calendar();
    const arrival = calendar.schedule(1, LAST_KINDS, 1);
    calendar.schedule(2, 0, 2);
    calendar.next(5);
    calendar.reschedule(arrival, 10);
    expect(fire(calendar, 5)).toEqual([2]);
    expect(() => calendar.advance(11)).toThrow(RangeError);
    calendar.advance(6);
    expect(calendar.pending).toBe(1);
    expect(fire(calendar)).toEqual([1]);
  });

  it('refuses to advance past an event, or back', () => {
    const calendar = new Calendar();
    calendar.schedule(3, 0, 0);
    expect(() => calendar.advance(4)).toThrow(RangeError);
    calendar.advance(2);
    expect(() => calendar.advance(1)).toThrow(RangeError);
  });

  it('refuses to move or cancel what is not scheduled', () => {
    const calendar = new Calendar();
    const slot = calendar.schedule(1, 0, 0);
    calendar.cancel(slot);
    expect(() => calendar.cancel(slot)).toThrow(`slot ${slot} is not scheduled`);
    expect(() => calendar.reschedule(slot, 2)).toThrow(`slot ${slot} is not scheduled`);
  });
});

/** An event of the model: what a sorted array makes of the same calls. */
interface Entry {
  time: number;
  order: number;
  readonly slot: number;
  readonly target: number;
}

/** The calendar as a plain array, searched from end to end. */
interface Model {
  now: number;
  order: number;
  target: number;
  entries: Entry[];
  firing: Entry | undefined;
}

type Command = fc.Command<Model, Calendar>;

/** The earliest entry, the first scheduled among equals. */
const earliest = (entries: readonly Entry[]): Entry | undefined =>
  entries.reduce<Entry | undefined>(
    (best, entry) =>
      best === undefined || entry.time < best.time || (entry.time === best.time && entry.order < best.order)
        ? entry
        : best,
    undefined,
  );

/** Every third event comes after the others of its moment. */
const kindOf = (target: number): number => (target % 3 === 2 ? LAST_KINDS : target % 3);
const BEHIND = 1e9;
const nextOrder = (model: Model, target: number): number =>
  model.order++ + (kindOf(target) === LAST_KINDS ? BEHIND : 0);

/** A scheduled entry, or the firing one; `choice` picks among them. */
const chosen = (model: Model, choice: number): Entry => {
  const all = model.firing === undefined ? model.entries : [...model.entries, model.firing];
  return all[choice % all.length]!;
};

const isEmpty = (model: Model): boolean => model.entries.length === 0 && model.firing === undefined;

const without = (model: Model, entry: Entry): void => {
  model.entries = model.entries.filter((other) => other !== entry);
  if (model.firing === entry) model.firing = undefined;
};

/** Commands; after each, the number of pending events and the clock must agree. */
function command(
  name: string,
  check: (model: Model) => boolean,
  run: (model: Model, real: Calendar) => void,
): Command {
  return {
    check: (model) => check(model),
    run: (model, calendar) => {
      run(model, calendar);
      expect(calendar.pending).toBe(model.entries.length);
      expect(calendar.now).toBe(model.now);
    },
    toString: () => name,
  };
}

const schedule = (delay: number): Command =>
  command(
    `schedule(now + ${delay})`,
    () => true,
    (model, calendar) => {
      const target = model.target++;
      const time = model.now + delay;
      const slot = calendar.schedule(time, kindOf(target), target);
      const taken = [...model.entries, ...(model.firing === undefined ? [] : [model.firing])];
      expect(taken.some((entry) => entry.slot === slot)).toBe(false);
      model.entries.push({ time, order: nextOrder(model, target), slot, target });
    },
  );

function moved(model: Model, calendar: Calendar, entry: Entry, delay: number): void {
  calendar.reschedule(entry.slot, model.now + delay);
  without(model, entry);
  entry.time = model.now + delay;
  entry.order = nextOrder(model, entry.target);
  model.entries.push(entry);
}

const reschedule = (choice: number, delay: number): Command =>
  command(
    `reschedule(#${choice}, now + ${delay})`,
    (model) => !isEmpty(model),
    (model, calendar) => moved(model, calendar, chosen(model, choice), delay),
  );

const again = (delay: number): Command =>
  command(
    `reschedule(firing, now + ${delay})`,
    (model) => model.firing !== undefined,
    (model, calendar) => moved(model, calendar, model.firing!, delay),
  );

const postpone = (kind: number, seconds: number): Command =>
  command(
    `postpone(${seconds}, ${kind})`,
    () => true,
    (model, calendar) => {
      calendar.postpone(seconds, (other) => other === kind);
      for (const entry of model.entries) if (kindOf(entry.target) === kind) entry.time += seconds;
    },
  );

const soonest = (kind: number): Command =>
  command(
    `soonest(${kind})`,
    () => true,
    (model, calendar) => {
      const times = model.entries.flatMap(({ time, target }) => (kindOf(target) === kind ? [time] : []));
      expect(calendar.soonest((other) => other === kind)).toBe(Math.min(...times));
    },
  );

const cancel = (choice: number): Command =>
  command(
    `cancel(#${choice})`,
    (model) => !isEmpty(model),
    (model, calendar) => {
      const entry = chosen(model, choice);
      calendar.cancel(entry.slot);
      without(model, entry);
    },
  );

const next = (within: number): Command =>
  command(
    `next(now + ${within})`,
    () => true,
    (model, calendar) => {
      model.firing = undefined;
      const entry = earliest(model.entries);
      const slot = calendar.next(model.now + within);
      if (entry === undefined || entry.time > model.now + within) {
        expect(slot).toBe(-1);
        return;
      }
      expect(slot).toBe(entry.slot);
      expect(calendar.target(slot)).toBe(entry.target);
      expect(calendar.kind(slot)).toBe(kindOf(entry.target));
      model.now = entry.time;
      model.entries = model.entries.filter((other) => other !== entry);
      model.firing = entry;
    },
  );

const refusePast = (back: number): Command =>
  command(
    `schedule(now − ${back}) is refused`,
    () => true,
    (model, calendar) => {
      expect(() => calendar.schedule(model.now - back, 0, 0)).toThrow(RangeError);
    },
  );

describe('the event calendar against a sorted array', () => {
  // Few distinct delays make many ties; eighths of a second have sums without rounding.
  const delay = fc.oneof(
    fc.nat(4),
    fc.nat(80).map((eighths) => eighths / 8),
  );
  const kind = fc.constantFrom(0, 1, LAST_KINDS);
  const any = [
    delay.map(schedule),
    delay.map(schedule),
    fc.tuple(fc.nat(), delay).map(([choice, by]) => reschedule(choice, by)),
    fc.nat().map(cancel),
    fc.oneof(delay, fc.constant(Number.POSITIVE_INFINITY)).map(next),
    fc.double({ min: 0.001, max: 10, noNaN: true }).map(refusePast),
    kind.map(soonest),
    fc.tuple(kind, delay).map(([of, by]) => postpone(of, by)),
  ];
  /** As a simulation calls: whatever fires mostly happens again, and little else does. */
  const simulated = fc.oneof(
    { weight: 12, arbitrary: fc.constant(next(Number.POSITIVE_INFINITY)) },
    { weight: 10, arbitrary: delay.map(again) },
    { weight: 2, arbitrary: delay.map(schedule) },
    { weight: 1, arbitrary: fc.oneof(...any) },
  );

  it.each([
    ['any sequence of calls', any],
    ['what a simulation calls', [simulated]],
  ])('agrees after %s', (_, commands) => {
    fc.assert(
      fc.property(fc.commands<Model, Calendar>(commands, { maxCommands: 200, size: 'max' }), (sequence) => {
        const model: Model = { now: 0, order: 0, target: 0, entries: [], firing: undefined };
        fc.modelRun(() => ({ model, real: new Calendar(1) }), sequence);
      }),
      { seed: 20260105, numRuns: 150 },
    );
  });
});
