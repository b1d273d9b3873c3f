import TinyQueue from 'tinyqueue';

/** What can come due by itself; at one moment in this order: operations finish first, so that a suspension sees what they left. */
const KINDS = ['operation', 'quota', 'suspend', 'expire', 'purge', 'forget'] as const;

/** What can come due by itself. */
export type DueKind = (typeof KINDS)[number];

/** Something that happens by itself at a moment: to an operation, project, endpoint, branch, project or snapshot by its id. */
export interface DueEvent {
  readonly at_ms: number;
  readonly kind: DueKind;
  readonly id: string;
}

/** Total order by time, kind and id: it depends on nothing but the events, so a restored queue keeps it. */
function compare(first: DueEvent, second: DueEvent): number {
  if (first.at_ms !== second.at_ms) return first.at_ms - second.at_ms;
  if (first.kind !== second.kind) return KINDS.indexOf(first.kind) - KINDS.indexOf(second.kind);
  return first.id < second.id ? -1 : 1;
}

/** A queue of events, taken over as they are, that gives them in the order they happen. */
export function dueQueue(events: DueEvent[] = []): TinyQueue<DueEvent> {
  return new TinyQueue<DueEvent>(events, compare);
}
