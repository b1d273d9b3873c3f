import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Change, StoredTables } from '../../platform/store/tables.js';
import { LOCK_SOCKET, lockFolder } from './folder-lock.js';
import { recordsOf, StateFile, type StateRecord } from './state-file.js';
import { type StateStore, type StoredState, StoreError } from './state-store.js';

const STATE = 'state';
/** An empty marker file: a folder that has it but no state has lost its state. */
const USED = 'used';
const OWN_FILES: ReadonlySet<string> = new Set([STATE, `${STATE}.new`, LOCK_SOCKET, USED]);
/** Minimum growth before a file is rewritten; it must also have doubled. */
const GROWTH_BYTES = 4 * 1024 * 1024;
const PRIVATE = 0o600;
const PRIVATE_FOLDER = 0o700;
const OTHERS_ACCESS = 0o077;
const OTHERS_WRITE = 0o022;

/**
 * Opens the state in a private folder. Changes are durable before an answer; those that arrive while a record is being
 * written share the next one, so that many clients share the cost of a flush.
 *
 * @param growth_bytes the minimum growth of the file before it is rewritten
 * @throws StoreError if the folder has other contents, is in use, is damaged, or has another format
 */
export async function openStateFolder(folder: string, growth_bytes = GROWTH_BYTES): Promise<StateStore> {
  prepareFolder(folder);
  const release = await lockFolder(folder);
  try {
    const path = join(folder, STATE);
    const { opened, stored } = existsSync(path) ? await StateFile.open(path) : await createState(path);
    writeFileSync(join(folder, USED), '', { mode: PRIVATE });
    return new FolderStore(path, opened, stored, growth_bytes, release);
  } catch (error) {
    release();
    throw error;
  }
}

async function createState(path: string) {
  const opened = await StateFile.draft(path, []);
  await StateFile.replace(path);
  return { opened, stored: undefined };
}

/** Creates the folder, or checks that it is a state folder and makes it private. */
function prepareFolder(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found === undefined) {
    createFolder(folder);
    return;
  }
  if (!found.isDirectory()) throw new StoreError(`${folder} is a file; expected a folder, or a new path`);
  const names = readdirSync(folder);
  if (!names.includes(STATE) && names.some((name) => !OWN_FILES.has(name))) {
    throw new StoreError(
      `${folder} contains other files and no state; name an empty or new folder, or one that "neap serve --state" created`,
    );
  }
  const was_used = names.includes(USED) || (names.includes(LOCK_SOCKET) && !names.includes(`${STATE}.new`));
  if (was_used && !names.includes(STATE)) {
    throw new StoreError(
      `${folder} has lost its state; restore the file ${STATE}, or remove the folder to start with a new account`,
    );
  }
  if ((found.mode & OTHERS_ACCESS) !== 0) close(folder, found.mode);
}

/** Creates each parent separately: on some paths, the `recursive` option of Node never returns. */
function createFolder(folder: string): void {
  const parent = dirname(folder);
  if (!existsSync(parent)) createFolder(parent);
  mkdirSync(folder, { mode: PRIVATE_FOLDER });
}

/** Makes a folder private. One of another owner is refused if others may write to it; otherwise its files are private. */
function close(folder: string, mode: number): void {
  try {
    chmodSync(folder, PRIVATE_FOLDER);
  } catch (error) {
    if ((mode & OTHERS_WRITE) === 0) return;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreError(
      `${folder} is writable by other users and cannot be made private (${reason}); choose a folder that you own`,
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
    private stored: StoredState | undefined,
    private growth_bytes: number,
    private readonly release: () => void,
  ) {}

  load(): StoredState | undefined {
    const stored = this.stored;
    // Returned only once, so that later versions of the rows do not keep these in memory.
    this.stored = undefined;
    return stored;
  }

  begin(tables: () => StoredTables): void {
    this.#tables = tables;
  }

  write(changes: readonly Change[], now_ms: number): void {
    this.#collecting.add(changes, now_ms);
    if (this.#writing === undefined) void this.#flush();
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

  async #flush(): Promise<void> {
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
      long && this.#tables !== undefined ? await this.#draftAllRows(this.#tables(), batch.now_ms) : undefined;
    if (rewritten === undefined) return this.file.append(batch);
    await StateFile.replace(this.path);
    const former = this.file;
    this.file = rewritten;
    former.close();
  }

  /** Drafts a file with the current version of every row; `undefined` if it cannot be written. */
  async #draftAllRows(tables: StoredTables, now_ms: number): Promise<StateFile | undefined> {
    try {
      // Rows are never mutated, so the current ones can be written while calls continue.
      return await StateFile.draft(this.path, recordsOf(tables, now_ms));
    } catch {
      this.growth_bytes = 2 * this.file.grown_bytes;
      return undefined;
    }
  }
}

/** Changes that are written together, and the promise that their callers await. */
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

  /** Adds the changes of a call; only the latest version of a row is kept. */
  add(changes: readonly Change[], now_ms: number): void {
    for (const change of changes) this.#rows.set(`${change.table}\n${change.id}`, change);
    this.#now_ms = now_ms;
  }

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
