import TinyQueue from 'tinyqueue';
import type { State } from '../store/state.js';
import type { Change } from '../store/tables.js';
import { DUE, type DueKind } from './due-events.js';

const KINDS = Object.keys(DUE) as DueKind[];

/** A scheduled event for the row with an id. */
export interface DueEvent {
  readonly at_ms: number;
  readonly kind: DueKind;
  readonly id: string;
}

/** Total order by time, kind and id: it depends only on the events, so a restored queue has the same order. */
function compare(first: DueEvent, second: DueEvent): number {
  if (first.at_ms !== second.at_ms) return first.at_ms - second.at_ms;
  if (first.kind !== second.kind) return KINDS.indexOf(first.kind) - KINDS.indexOf(second.kind);
  return first.id < second.id ? -1 : 1;
}

/** A queue that returns events in chronological order; it takes ownership of the array. */
export function dueQueue(events: DueEvent[] = []): TinyQueue<DueEvent> {
  return new TinyQueue<DueEvent>(events, compare);
}

/** Maximum stale events in the queue, in addition to the number of current ones. */
const MAX_STALE_ENTRIES = 1000;

/**
 * The schedule of events that come due without a call.
 *
 * It is derived from the rows, so it is not stored: a restored platform rebuilds it. An event is in the queue at its
 * time or earlier. If it moves to a later time (a client has used the endpoint), it is requeued only at its old time, so
 * that activity costs nothing here. Events of deleted rows are removed in batches from time to time: thousands of
 * branches that would expire in years may be created and deleted.
 */
export class Agenda {
  #queue = dueQueue();
  /** The event in the queue for each kind and id. */
  readonly #waiting = new Map<string, DueEvent>();

  /** Number of events in the queue, including stale ones. */
  get size(): number {
    return this.#queue.length;
  }

  scheduleChanges(state: State, changes: readonly Change[]): void {
    for (const { table, id, value } of changes) {
      if (value !== null) this.#scheduleRow(state, table, id);
      else for (const kind of kindsOf(table)) this.#waiting.delete(keyOf(kind, id));
    }
  }

  /** Schedules the events of every row. */
  scheduleAll(state: State): void {
    for (const { table } of Object.values(DUE))
      for (const id of state.rows(table).keys()) this.#scheduleRow(state, table, id);
  }

  #scheduleRow(state: State, table: Change['table'], id: string): void {
    for (const kind of kindsOf(table)) this.schedule(state, kind, id);
    // An endpoint's use also counts toward its project's quota.
    const project_id = table === 'endpoints' ? state.get('endpoints', id)?.project_id : undefined;
    if (project_id !== undefined) this.schedule(state, 'quota', project_id);
  }

  /** Adds an event to the queue, if it has a time and is not in the queue yet. */
  schedule(state: State, kind: DueKind, id: string): void {
    const at_ms = DUE[kind].at(state, id);
    if (at_ms === undefined) return;
    const key = keyOf(kind, id);
    const waiting = this.#waiting.get(key);
    if (waiting !== undefined && waiting.at_ms <= at_ms) return;
    const event = { at_ms, kind, id };
    this.#waiting.set(key, event);
    this.#queue.push(event);
    if (this.#queue.length > 2 * this.#waiting.size + MAX_STALE_ENTRIES) {
      this.#queue = dueQueue([...this.#waiting.values()]);
    }
  }

  /** The first event that is due according to the current rows. */
  first(state: State): DueEvent | undefined {
    for (let top = this.#queue.peek(); top !== undefined; top = this.#queue.peek()) {
      if (DUE[top.kind].at(state, top.id) === top.at_ms) return top;
      this.#drop(top);
      this.schedule(state, top.kind, top.id);
    }
    return undefined;
  }

  /** Removes and returns the first event if it is due by `now`. */
  take(state: State, now: number): DueEvent | undefined {
    const top = this.#queue.peek();
    if (top === undefined || top.at_ms > now) return undefined;
    const event = this.first(state);
    if (event === undefined || event.at_ms > now) return undefined;
    this.#drop(event);
    return event;
  }

  #drop(event: DueEvent): void {
    this.#queue.pop();
    const key = keyOf(event.kind, event.id);
    if (this.#waiting.get(key) === event) this.#waiting.delete(key);
  }
}

function kindsOf(table: Change['table']): readonly DueKind[] {
  return KINDS.filter((kind) => DUE[kind].table === table);
}

function keyOf(kind: DueKind, id: string): string {
  return `${kind} ${id}`;
}
