import { lengthened } from '../kernel/lengthened.js';

/** Where a query stands. */
export const Stage = {
  /** Not in use. */
  free: 0,
  /** Waits for a place in its client's pool. */
  poolWait: 1,
  /** Held by the proxy while the compute wakes or restarts. */
  held: 2,
  /** Waits for a server connection of the pooler. */
  poolerWait: 3,
  /** Opens its connection. */
  connecting: 4,
  /** Shares the CPU. */
  onCpu: 5,
  /** Waits for pages or for something else that is not CPU. */
  offCpu: 6,
  /** Its client waits before another attempt. */
  backoff: 7,
} as const;

/** No query, no event, no session. */
export const NONE = -1;

/** The disruption of a row that none may count, since it is no query. */
const UNDISTURBED = -2;

/**
 * Every query inside the system, as columns of typed arrays: memory follows the number of queries present,
 * not the number simulated. A query's row is given back when it leaves.
 *
 * A query stands in at most one {@link QueryList} at a time; the links are columns too.
 */
export class QueryTable {
  #capacity = 256;
  declare private free: Int32Array;
  declare private freeCount: number;
  #live = 0;
  #openings = 0;

  /** Intended arrival, in seconds. */
  arrivedAt = new Float64Array(this.#capacity);
  /** Demand for CPU, in vCPU-seconds. */
  cpuSeconds = new Float64Array(this.#capacity);
  /** Demand for waiting, in seconds. */
  waitSeconds = new Float64Array(this.#capacity);
  pages = new Float64Array(this.#capacity);
  tempBytes = new Float64Array(this.#capacity);
  memoryBytes = new Float64Array(this.#capacity);
  /** What it waits for off the CPU in the present attempt, page misses included; in seconds. */
  offCpuSeconds = new Float64Array(this.#capacity);
  /** When it began to wait for a wake or restart. */
  heldAt = new Float64Array(this.#capacity);
  /** When its present connection was opened; over the pooler, when it got a server connection. */
  connectedAt = new Float64Array(this.#capacity);
  /** When the connection of the pool that it uses was opened; NaN while it opens one itself. */
  openedAt = new Float64Array(this.#capacity);
  load = new Int32Array(this.#capacity);
  /** Its client process, an index into the clients of the run. */
  client = new Int32Array(this.#capacity);
  /** The compute it is sent to. */
  compute = new Int32Array(this.#capacity);
  session = new Int32Array(this.#capacity);
  /** The disruption that has disturbed it, or {@link NONE}, as it is again when the query leaves. */
  disruption = new Int32Array(this.#capacity).fill(NONE);
  stage = new Int8Array(this.#capacity);
  /** 1 while its client holds an open connection for it: a slot of the compute, or a place in its pooler. */
  connected = new Int8Array(this.#capacity);
  /** 1 while it has a server connection of the pooler; 0 when it leaves. */
  served = new Int8Array(this.#capacity);
  /** 1 for no query at all, but the opening of a connection that is to stand idle. */
  opening = new Int8Array(this.#capacity);
  /** 0: never delayed by a wake or restart; 1: waits for one; 2: has waited for one. */
  delayed = new Int8Array(this.#capacity);
  /** Attempts made, the present one included. */
  attempts = new Int32Array(this.#capacity);
  /** Calendar slot of the end of the stage it is in, or {@link NONE}. */
  event = new Int32Array(this.#capacity);
  /** Calendar slot of its waiting limit, or {@link NONE}. */
  timeout = new Int32Array(this.#capacity);
  /** Links of the list it stands in. */
  next = new Int32Array(this.#capacity);
  previous = new Int32Array(this.#capacity);

  constructor() {
    this.free = new Int32Array(this.#capacity);
    for (let row = 0; row < this.#capacity; row++) this.free[row] = this.#capacity - 1 - row;
    this.freeCount = this.#capacity;
  }

  /** Queries inside the system. */
  get live(): number {
    return this.#live - this.#openings;
  }

  /** Connections that are being opened for no query. */
  get openings(): number {
    return this.#openings;
  }

  /** Rows there are, in use or not. */
  get rows(): number {
    return this.#capacity;
  }

  /** Takes a row for a new query of a load, sent by a client to a compute; its demands are the caller's to fill in. */
  take(load: number, client: number, compute: number, arrivedAt: number): number {
    if (this.freeCount === 0) this.#grow();
    this.freeCount -= 1;
    const query = this.free[this.freeCount]!;
    this.#live += 1;
    this.arrivedAt[query] = arrivedAt;
    this.load[query] = load;
    this.client[query] = client;
    this.compute[query] = compute;
    this.connected[query] = 0;
    this.delayed[query] = 0;
    this.attempts[query] = 1;
    this.event[query] = NONE;
    this.timeout[query] = NONE;
    return query;
  }

  /** Takes a row for the opening of a connection that no query waits for: it asks for nothing and is not counted. */
  takeOpening(load: number, client: number, compute: number, now: number): number {
    const row = this.take(load, client, compute, now);
    this.#openings += 1;
    this.opening[row] = 1;
    this.disruption[row] = UNDISTURBED;
    this.cpuSeconds[row] = 0;
    this.waitSeconds[row] = 0;
    this.pages[row] = 0;
    this.memoryBytes[row] = 0;
    this.tempBytes[row] = 0;
    return row;
  }

  /** Gives such a row back. */
  releaseOpening(row: number): void {
    this.#openings -= 1;
    this.opening[row] = 0;
    this.disruption[row] = NONE;
    this.release(row);
  }

  /** Gives a row back. */
  release(query: number): void {
    this.stage[query] = Stage.free;
    this.free[this.freeCount] = query;
    this.freeCount += 1;
    this.#live -= 1;
  }

  #grow(): void {
    const before = this.#capacity;
    const capacity = before * 2;
    this.#capacity = capacity;
    this.arrivedAt = lengthened(this.arrivedAt, new Float64Array(capacity));
    this.cpuSeconds = lengthened(this.cpuSeconds, new Float64Array(capacity));
    this.waitSeconds = lengthened(this.waitSeconds, new Float64Array(capacity));
    this.pages = lengthened(this.pages, new Float64Array(capacity));
    this.tempBytes = lengthened(this.tempBytes, new Float64Array(capacity));
    this.memoryBytes = lengthened(this.memoryBytes, new Float64Array(capacity));
    this.offCpuSeconds = lengthened(this.offCpuSeconds, new Float64Array(capacity));
    this.heldAt = lengthened(this.heldAt, new Float64Array(capacity));
    this.connectedAt = lengthened(this.connectedAt, new Float64Array(capacity));
    this.openedAt = lengthened(this.openedAt, new Float64Array(capacity));
    this.load = lengthened(this.load, new Int32Array(capacity));
    this.client = lengthened(this.client, new Int32Array(capacity));
    this.compute = lengthened(this.compute, new Int32Array(capacity));
    this.session = lengthened(this.session, new Int32Array(capacity));
    this.disruption = lengthened(this.disruption, new Int32Array(capacity).fill(NONE));
    this.stage = lengthened(this.stage, new Int8Array(capacity));
    this.connected = lengthened(this.connected, new Int8Array(capacity));
    this.served = lengthened(this.served, new Int8Array(capacity));
    this.opening = lengthened(this.opening, new Int8Array(capacity));
    this.delayed = lengthened(this.delayed, new Int8Array(capacity));
    this.attempts = lengthened(this.attempts, new Int32Array(capacity));
    this.event = lengthened(this.event, new Int32Array(capacity));
    this.timeout = lengthened(this.timeout, new Int32Array(capacity));
    this.next = lengthened(this.next, new Int32Array(capacity));
    this.previous = lengthened(this.previous, new Int32Array(capacity));
    this.free = lengthened(this.free, new Int32Array(capacity));
    for (let row = capacity - 1; row >= before; row--) {
      this.free[this.freeCount] = row;
      this.freeCount += 1;
    }
  }
}

/** A first-in-first-out list of queries over the table's own links; any member can leave it at once. */
export class QueryList {
  declare private readonly table: QueryTable;
  #head = NONE;
  #tail = NONE;
  #length = 0;

  constructor(table: QueryTable) {
    this.table = table;
  }

  get length(): number {
    return this.#length;
  }

  /** The first query, or {@link NONE}. */
  get first(): number {
    return this.#head;
  }

  push(query: number): void {
    const { next, previous } = this.table;
    next[query] = NONE;
    previous[query] = this.#tail;
    if (this.#tail === NONE) this.#head = query;
    else next[this.#tail] = query;
    this.#tail = query;
    this.#length += 1;
  }

  /** Takes the first query out; the list must not be empty. */
  shift(): number {
    const query = this.#head;
    this.remove(query);
    return query;
  }

  /** Takes a member out, wherever it stands. */
  remove(query: number): void {
    const { next, previous } = this.table;
    const after = next[query]!;
    const before = previous[query]!;
    if (before === NONE) this.#head = after;
    else next[before] = after;
    if (after === NONE) this.#tail = before;
    else previous[after] = before;
    this.#length -= 1;
  }
}
