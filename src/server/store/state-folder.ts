import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Change, StoredTables } from '../../platform/store/tables.js';
import { LOCK_SOCKET, takeFolder } from './folder-lock.js';
import { recordsOf, StateFile, type StateRecord } from './state-file.js';
import { type KeptState, type StateStore, StoreError } from './state-store.js';

const STATE = 'state';
/** An empty file that stays: a folder with it and without a state has lost the state. */
const USED = 'used';
const OWN_FILES: ReadonlySet<string> = new Set([STATE, `${STATE}.new`, LOCK_SOCKET, USED]);
/** A file is rewritten when it has grown by its previous length, and by at least this much. */
const GROWTH_BYTES = 4 * 1024 * 1024;
const PRIVATE = 0o600;
const PRIVATE_FOLDER = 0o700;
const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;

/**
 * The state in one private folder, durable before an answer is given: changes that arrive while a record is being
 * written go into the next one together, so that many clients share the cost of a flush.
 *
 * @param growth_bytes the minimum growth of the file before it is rewritten
 * @throws StoreError when the folder is something else, is in use, is damaged, or has another format
 */
export async function openStateFolder(folder: string, growth_bytes = GROWTH_BYTES): Promise<StateStore> {
  prepare(folder);
  const release = await takeFolder(folder);
  try {
    const path = join(folder, STATE);
    const { opened, kept } = existsSync(path) ? await StateFile.open(path) : await created(path);
    writeFileSync(join(folder, USED), '', { mode: PRIVATE });
    return new FolderStore(path, opened, kept, growth_bytes, release);
  } catch (error) {
    release();
    throw error;
  }
}

async function created(path: string) {
  const opened = await StateFile.draft(path, []);
  await StateFile.replace(path);
  return { opened, kept: undefined };
}

/** Creates the folder, or makes sure that it is one for a state, and closes it to others. */
function prepare(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found === undefined) {
    create(folder);
    return;
  }
  if (!found.isDirectory()) throw new StoreError(`${folder} is a file; name a folder, which need not exist`);
  const names = readdirSync(folder);
  if (!names.includes(STATE) && names.some((name) => !OWN_FILES.has(name))) {
    throw new StoreError(
      `${folder} holds other files and no state; name an empty or new folder, or one that "neap serve --state" made`,
    );
  }
  const was_used = names.includes(USED) || (names.includes(LOCK_SOCKET) && !names.includes(`${STATE}.new`));
  if (was_used && !names.includes(STATE)) {
    throw new StoreError(
      `${folder} was in use and its state is gone; put the file ${STATE} back, or remove the folder to begin with a new account`,
    );
  }
  if ((found.mode & OTHERS) !== 0) close(folder, found.mode);
}

/** One folder after the other: on some paths Node's own way of creating them all never comes back. */
function create(folder: string): void {
  const parent = dirname(folder);
  if (!existsSync(parent)) create(parent);
  mkdirSync(folder, { mode: PRIVATE_FOLDER });
}

/** Shuts others out; in a folder of another owner its files are shut, and it is refused where others may replace them. */
function close(folder: string, mode: number): void {
  try {
    chmodSync(folder, PRIVATE_FOLDER);
  } catch (error) {
    if ((mode & OTHERS_WRITE) === 0) return;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreError(
      `${folder} can be written to by other users and cannot be closed to them (${reason}); choose a folder of your own`,
    );
  }
}

class FolderStore implements StateStore {
  #tables: (() => StoredTables) | undefined;
  #collecting = new WriteBatch();
  #writing: WriteBatch | undefined;
  #failure: StoreError | undefined;

  constructor(
    private readonly path: string,
    private file: StateFile,
    private kept: KeptState | undefined,
    private growth_bytes: number,
    private readonly release: () => void,
  ) {}

  load(): KeptState | undefined {
    const kept = this.kept;
    // Once, so that rows which change later are not held twice.
    this.kept = undefined;
    return kept;
  }

  begin(tables: () => StoredTables): void {
    this.#tables = tables;
  }

  write(changes: readonly Change[], now_ms: number): void {
    this.#collecting.add(changes, now_ms);
    if (this.#writing === undefined) void this.#writeAll();
  }

  durable(): Promise<void> | undefined {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    if (!this.#collecting.empty && this.#writing !== undefined) return this.#collecting.durable;
    return this.#writing?.durable;
  }

  async close(): Promise<void> {
    await this.durable()?.catch(() => undefined);
    this.file.close();
    this.release();
  }

  async #writeAll(): Promise<void> {
    while (!this.#collecting.empty) {
      const batch = this.#collecting;
      this.#writing = batch;
      this.#collecting = new WriteBatch();
      try {
        await this.#commit(batch);
        batch.resolve();
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        this.#failure = new StoreError(`the state in ${this.path} could not be written: ${reason}`);
        batch.reject(this.#failure);
        this.#collecting.reject(this.#failure);
        return;
      }
    }
    this.#writing = undefined;
  }

  async #commit(batch: WriteBatch): Promise<void> {
    const { grown_bytes, compact_bytes } = this.file;
    const long = grown_bytes > Math.max(this.growth_bytes, compact_bytes);
    const rewritten =
      long && this.#tables !== undefined ? await this.#everyRow(this.#tables(), batch.now_ms) : undefined;
    if (rewritten === undefined) return this.file.append(batch);
    await StateFile.replace(this.path);
    const former = this.file;
    this.file = rewritten;
    former.close();
  }

  /** A file that holds every row once, including those of the batch; `undefined` if the disk is full. */
  async #everyRow(tables: StoredTables, now_ms: number): Promise<StateFile | undefined> {
    try {
      // Rows are never mutated, so the rows of this moment can be written while calls continue.
      return await StateFile.draft(this.path, recordsOf(tables, now_ms));
    } catch {
      this.growth_bytes = 2 * this.file.grown_bytes;
      return undefined;
    }
  }
}

/** Changes on their way to the disk together, and the promise that their callers await. */
class WriteBatch implements StateRecord {
  readonly durable: Promise<void>;
  readonly #rows = new Map<string, Change>();
  #now_ms: number | undefined;
  resolve!: () => void;
  reject!: (error: Error) => void;

  constructor() {
    this.durable = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    // A failed write may have no waiter; the store reports the failure to later callers.
    this.durable.catch(() => undefined);
  }

  /** Takes in the changes of a call made at a moment; the last one of a row counts. */
  add(changes: readonly Change[], now_ms: number): void {
    for (const change of changes) this.#rows.set(`${change.table}\n${change.id}`, change);
    this.#now_ms = now_ms;
  }

  /** Whether no call has been made. */
  get empty(): boolean {
    return this.#now_ms === undefined;
  }

  get now_ms(): number {
    return this.#now_ms ?? 0;
  }

  get changes(): Iterable<Change> {
    return this.#rows.values();
  }
}
