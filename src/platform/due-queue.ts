/** What can come due by itself. */
export type DueKind = 'operation' | 'quota' | 'suspend' | 'expire' | 'purge';

/** Something that happens by itself at a moment: to an operation, project, endpoint, branch or project by its id. */
export interface DueEvent {
  readonly at_ms: number;
  readonly kind: DueKind;
  readonly id: string;
}

/** At one moment operations finish first, so that a suspension sees what they left. */
const RANKS: Readonly<Record<DueKind, number>> = { operation: 0, quota: 1, suspend: 2, expire: 3, purge: 4 };

/** Total order by time, kind and id: it depends on nothing but the events, so a restored queue keeps it. */
function precedes(first: DueEvent, second: DueEvent): boolean {
  if (first.at_ms !== second.at_ms) return first.at_ms < second.at_ms;
  if (first.kind !== second.kind) return RANKS[first.kind] < RANKS[second.kind];
  return first.id < second.id;
}

/** A binary heap of events in the order they happen. */
export class DueQueue {
  readonly #heap: DueEvent[] = [];

  /** Adds an event. */
  push(event: DueEvent): void {
    const heap = this.#heap;
    let place = heap.length;
    heap.push(event);
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!precedes(event, heap[parent]!)) break;
      heap[place] = heap[parent]!;
      place = parent;
    }
    heap[place] = event;
  }

  /** The event that comes first, left where it is. */
  get top(): DueEvent | undefined {
    return this.#heap[0];
  }

  /** Takes the first event out. */
  pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && precedes(heap[child + 1]!, heap[child]!)) child += 1;
      if (!precedes(heap[child]!, last)) break;
      heap[place] = heap[child]!;
      place = child;
    }
    heap[place] = last;
  }
}
