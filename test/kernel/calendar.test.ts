import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Calendar } from '../../src/kernel/calendar.js';
import { FIRST_KINDS, LAST_KINDS } from '../../src/kernel/event-order.js';
import { testCalls } from '../call-rows.js';

/** A calendar whose events are known by their numbers; a kind is a number, or counted from a limit of kinds. */
class NumberedCalendar {
  readonly #calendar = new Calendar(2);
  readonly #slots = new Map<number, number>();

  get now(): number {
    return this.#calendar.now;
  }

  get pending(): number {
    return this.#calendar.pending;
  }

  schedule(time: number, kind: number | string, event: number): number {
    const [limit, sign, distance = 0] = String(kind).split(' ');
    const from = { first: FIRST_KINDS, last: LAST_KINDS }[limit!] ?? Number(kind);
    const slot = this.#calendar.schedule(time, from + Number(`${sign ?? ''}${distance}`), event);
    this.#slots.set(event, slot);
    return slot;
  }

  reschedule(event: number, time: number): void {
    this.#calendar.reschedule(this.#slots.get(event)!, time);
  }

  cancel(event: number): void {
    this.#calendar.cancel(this.#slots.get(event)!);
  }

  advance(time: number): void {
    this.#calendar.advance(time);
  }

  /** The event that fires next, if any. */
  next(until: number): number | undefined {
    const slot = this.#calendar.next(until);
    return slot < 0 ? undefined : this.#calendar.target(slot);
  }

  /** Fires all events, in their order. */
  fire(until = Number.POSITIVE_INFINITY): readonly number[] {
    const fired: number[] = [];
    for (let event = this.next(until); event !== undefined; event = this.next(until)) fired.push(event);
    return fired;
  }
}

testCalls(new URL('calendar.yaml', import.meta.url), { Calendar: () => new NumberedCalendar() });

it('all departures of a moment, except for rounding, are processed before its arrivals, for any number of both', () => {
  const calendar = new NumberedCalendar();
  const events = Array.from({ length: 100 }, (_, index) => index);
  for (const event of events) calendar.schedule(0.3, 'last', 100 + event);
  for (const event of events) calendar.schedule(0.1 * 3, 0, event);
  expect(calendar.fire()).toEqual([...events, ...events.map((event) => 100 + event)]);
  expect(calendar.now).toBe(0.3);
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
      const { pending, now } = calendar;
      if (pending !== model.entries.length)
        expect.fail(`${pending} pending in place of ${model.entries.length}`);
      if (now !== model.now) expect.fail(`it is ${now} in place of ${model.now}`);
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
      if (taken.some((entry) => entry.slot === slot)) expect.fail(`slot ${slot} is taken`);
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
  ['the calls of a simulation', [simulated]],
])('the calendar agrees with a sorted array after %s', (_, commands) => {
  fc.assert(
    fc.property(fc.commands<Model, Calendar>(commands, { maxCommands: 200, size: 'max' }), (sequence) => {
      const model: Model = { now: 0, order: 0, target: 0, entries: [], firing: undefined };
      fc.modelRun(() => ({ model, real: new Calendar(1) }), sequence);
    }),
    { seed: 20260105, numRuns: 150 },
  );
});
