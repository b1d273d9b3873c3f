import { RowTable } from './row-table.js';

export const Stage = {
  /** Not in use. */
  free: 0,
  /** Waits for a place in its client's pool. */
  poolWait: 1,
  /** Held by the proxy while the compute wakes or restarts. */
  held: 2,
  /** Waits for a server connection of the pooler. */
  poolerWait: 3,
  connecting: 4,
  onCpu: 5,
  /** Waits for pages or for anything else off the CPU. */
  offCpu: 6,
  /** Its client waits before another attempt. */
  backoff: 7,
} as const;

// A local constant is inlined; imported or exported ones are looked up at each use.
const NO_ROW = -1;
const FREE = Stage.free;

/** A column that only the table's methods write. */
type ReadonlyColumn = { readonly [row: number]: number };

/** No query, no event, no session. */
export const NONE = NO_ROW;

/** The disruption of a row that is never counted because it is not a query. */
const UNDISTURBED = -2;

/**
 * All queries inside the system, as columns of typed arrays: memory follows the number of queries present,
 * not the number simulated. A query's row is released when it leaves.
 *
 * A query is in at most one {@link QueryList} at a time; the links are columns too.
 */
export class QueryTable extends RowTable {
  /** Connections that are being opened without a query. */
  openings = 0;

  /** Intended arrival, in seconds. */
  arrivedAt = new Float64Array(this.rows);
  /** Demand for CPU, in vCPU-seconds. */
  cpuSeconds = new Float64Array(this.rows);
  /** Demand for waiting, in seconds. */
  waitSeconds = new Float64Array(this.rows);
  pages = new Float64Array(this.rows);
  tempBytes = new Float64Array(this.rows);
  /** Private memory that it takes when it starts. */
  memoryBytes = new Float64Array(this.rows);
  /** Private memory that grows from then on, at its peak. */
  growthBytes = new Float64Array(this.rows);
  /** Time off the CPU in the current attempt, including page misses; in seconds. */
  offCpuSeconds = new Float64Array(this.rows);
  /** When it began to wait for a wake or restart. */
  heldAt = new Float64Array(this.rows);
  /** When its current connection was opened; with the pooler, when it got a server connection. */
  connectedAt = new Float64Array(this.rows);
  /** When the connection of the pool that it uses was opened; NaN while it opens one itself. */
  openedAt = new Float64Array(this.rows);
  /** When it joined its current queue: of its client's pool, or of the pooler. */
  queuedAt = new Float64Array(this.rows);
  /** Number of queries that it represents; see {@link QueryMeters.weight}. */
  weight = new Int32Array(this.rows);
  load = new Int32Array(this.rows);
  /** Its client process, an index into the clients of the run. */
  client = new Int32Array(this.rows);
  /** The compute it is sent to. */
  compute = new Int32Array(this.rows);
  session = new Int32Array(this.rows);
  /** The disruption that has disturbed it; {@link NONE} otherwise, and when it leaves. */
  disruption = new Int32Array(this.rows);
  readonly stage: ReadonlyColumn = new Int8Array(this.rows);
  /** 1 while its client holds an open connection for it: a slot of the compute, or a place in its pooler. */
  readonly connected: ReadonlyColumn = new Int8Array(this.rows);
  /** 1 while it has a server connection of the pooler; 0 when it leaves. */
  served = new Int8Array(this.rows);
  /** 1 while its client's connection to the pooler exists for it alone. */
  passing = new Int8Array(this.rows);
  /** Its state in the platform's proxy, and the tries made for its current attempt. */
  proxyPlace = new Int8Array(this.rows);
  wakeTries = new Uint8Array(this.rows);
  dials = new Uint8Array(this.rows);
  /** 1 if the row is not a query, but the opening of a connection that will stay idle. */
  opening = new Int8Array(this.rows);
  /** 1 while it waits for a wake or restart; the other values belong to the accounting of such waits. */
  delayed = new Int8Array(this.rows);
  /** Attempts made, including the current one. */
  attempts = new Int32Array(this.rows);
  /** Calendar slot of the end of its current stage, if that is a separate event. */
  event = new Int32Array(this.rows);
  /** Calendar slot of its waiting limit; {@link NONE} otherwise, and when it leaves. */
  timeout = new Int32Array(this.rows);
  /** Links of the list that contains it. */
  next = new Int32Array(this.rows);
  previous = new Int32Array(this.rows);

  constructor() {
    super(256);
    this.prepare(0);
  }

  protected override prepare(first: number): void {
    this.disruption.fill(NO_ROW, first);
    this.timeout.fill(NO_ROW, first);
  }

  /** Queries inside the system. */
  get live(): number {
    return this.used - this.openings;
  }

  /**
   * Whether the system contains queries of a load, or connections being opened for it. Scans every row in use: for
   * rare checks.
   */
  anyInside(load: number): boolean {
    for (let row = 0, left = this.used; left > 0 && row < this.rows; row++) {
      if (this.stage[row] === Stage.free) continue;
      if (this.load[row] === load) return true;
      left -= 1;
    }
    return false;
  }

  /** Takes a row for a new query of a load, sent by a client to a compute; the caller fills in its demands. */
  take(load: number, client: number, compute: number, arrivedAt: number): number {
    const query = this.takeRow();
    this.arrivedAt[query] = arrivedAt;
    this.load[query] = load;
    this.client[query] = client;
    this.compute[query] = compute;
    this.disconnect(query);
    this.delayed[query] = 0;
    this.attempts[query] = 1;
    return query;
  }

  /** Takes a row for opening a connection that no query waits for: it has no demands and is not counted. */
  takeOpening(load: number, client: number, compute: number, now: number): number {
    const row = this.take(load, client, compute, now);
    this.openings += 1;
    this.opening[row] = 1;
    this.weight[row] = 1;
    this.disruption[row] = UNDISTURBED;
    this.cpuSeconds[row] = 0;
    this.waitSeconds[row] = 0;
    this.pages[row] = 0;
    this.memoryBytes[row] = 0;
    this.growthBytes[row] = 0;
    this.tempBytes[row] = 0;
    return row;
  }

  enter(query: number, stage: number): void {
    (this.stage as Int8Array)[query] = stage;
  }

  /** Its client opens a connection for it, or closes it. */
  connect(query: number): void {
    (this.connected as Int8Array)[query] = 1;
  }

  disconnect(query: number): void {
    (this.connected as Int8Array)[query] = 0;
  }

  releaseOpening(row: number): void {
    this.openings -= 1;
    this.opening[row] = 0;
    this.disruption[row] = NO_ROW;
    this.release(row);
  }

  release(query: number): void {
    this.enter(query, FREE);
    this.releaseRow(query);
  }
}

/** A first-in-first-out list of queries over the table's links; any member can leave it at once. */
export class QueryList {
  declare private readonly table: QueryTable;
  /** The first query, or {@link NONE}. */
  first = NO_ROW;
  private tail = NO_ROW;
  length = 0;

  constructor(table: QueryTable) {
    this.table = table;
  }

  push(query: number): void {
    const { next, previous } = this.table;
    next[query] = NO_ROW;
    previous[query] = this.tail;
    if (this.tail === NO_ROW) this.first = query;
    else next[this.tail] = query;
    this.tail = query;
    this.length += 1;
  }

  /** Removes the first query; the list must not be empty. */
  shift(): number {
    const query = this.first;
    this.remove(query);
    return query;
  }

  /** Removes a member, wherever it is. */
  remove(query: number): void {
    const { next, previous } = this.table;
    const after = next[query]!;
    const before = previous[query]!;
    if (before === NO_ROW) this.first = after;
    else next[before] = after;
    if (after === NO_ROW) this.tail = before;
    else previous[after] = before;
    this.length -= 1;
  }
}
