import TinyQueue from 'tinyqueue';

/** What can come due by itself. */
export type DueKind = 'operation' | 'quota' | 'suspend' | 'expire' | 'purge' | 'forget';

/** Something that happens by itself at a moment: to an operation, project, endpoint, branch, project or snapshot by its id. */
export interface DueEvent {
  readonly at_ms: number;
  readonly kind: DueKind;
  readonly id: string;
}

/** At one moment operations finish first, so that a suspension sees what they left. */
const RANKS: Readonly<Record<DueKind, number>> = {
  operation: 0,
  quota: 1,
  suspend: 2,
  expire: 3,
  purge: 4,
  forget: 5,
};

/** Total order by time, kind and id: it depends on nothing but the events, so a restored queue keeps it. */
function compare(first: DueEvent, second: DueEvent): number {
  if (first.at_ms !== second.at_ms) return first.at_ms - second.at_ms;
  if (first.kind !== second.kind) return RANKS[first.kind] - RANKS[second.kind];
  return first.id < second.id ? -1 : 1;
}

/** A queue of events, taken over as they are, that gives them in the order they happen. */
export function dueQueue(events: DueEvent[] = []): TinyQueue<DueEvent> {
  return new TinyQueue<DueEvent>(events, compare);
}
