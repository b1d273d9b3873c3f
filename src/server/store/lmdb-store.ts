import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { open, type RootDatabase } from 'lmdb';
import { type Change, type Rows, type StoredTables, TABLE_NAMES } from '../../platform/change.js';
import { takeFolder } from './state-lock.js';
import { type KeptState, type StateStore, StoreError } from './state-store.js';
import { WriteBatch } from './write-batch.js';

type Key = [table: string, id: string];

/** The table of the store itself, beside those of the platform. */
const OWN_TABLE = '_neap';
const FORMAT = 1;
const DATA_FILE = 'data.mdb';
/** Sorts after every id, which are printable. */
const LAST = '\u{10ffff}';

/**
 * The state in one folder, durable before an answer is given: changes that arrive while a transaction is being
 * written go into the next one together, so that many clients share the cost of a flush.
 *
 * @throws StoreError when the folder is something else, is in use, or has another format
 */
export function openStateFolder(folder: string): StateStore {
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0 && !existsSync(join(folder, DATA_FILE))) {
    throw new StoreError(
      `${folder} holds other files and no state; name an empty or new folder, or one that "neap serve --state" made`,
    );
  }
  const release = takeFolder(folder);
  try {
    return new LmdbStore(open({ path: folder, encoding: 'json' }), folder, release);
  } catch (error) {
    release();
    throw error;
  }
}

class LmdbStore implements StateStore {
  readonly #database: RootDatabase<unknown, Key>;
  readonly #folder: string;
  readonly #release: () => void;
  #collecting = new WriteBatch();
  #writing: WriteBatch | undefined;
  #failure: StoreError | undefined;

  constructor(database: RootDatabase<unknown, Key>, folder: string, release: () => void) {
    this.#database = database;
    this.#folder = folder;
    this.#release = release;
    const format = database.get([OWN_TABLE, 'format']);
    if (format === undefined) this.#collecting.put(OWN_TABLE, 'format', FORMAT);
    else if (format !== FORMAT) {
      throw new StoreError(
        `${folder} has state format ${String(format)} and this version of neap reads ${FORMAT}; use the version that made it, or another folder`,
      );
    }
  }

  load(): KeptState | undefined {
    const now_ms = this.#database.get([OWN_TABLE, 'now_ms']);
    if (typeof now_ms !== 'number') return undefined;
    const tables: { -readonly [Name in keyof StoredTables]: StoredTables[Name] } = {};
    for (const table of TABLE_NAMES) Object.assign(tables, { [table]: [...this.#rows(table)] });
    return { tables, now_ms };
  }

  *#rows<Name extends keyof Rows>(table: Name): Generator<readonly [string, Rows[Name]]> {
    for (const { key, value } of this.#database.getRange({ start: [table, ''], end: [table, LAST] })) {
      // The store holds what the platform wrote, in the format checked when it was opened.
      yield [key[1], value as Rows[Name]];
    }
  }

  write(changes: readonly Change[], now_ms: number): void {
    for (const { table, id, value } of changes) this.#collecting.put(table, id, value);
    this.#collecting.put(OWN_TABLE, 'now_ms', now_ms);
    if (this.#writing === undefined) void this.#writeAll();
  }

  durable(): Promise<void> | undefined {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    if (this.#collecting.rows.size > 0 && this.#writing !== undefined) return this.#collecting.durable;
    return this.#writing?.durable;
  }

  async close(): Promise<void> {
    await this.durable()?.catch(() => undefined);
    await this.#database.close();
    this.#release();
  }

  async #writeAll(): Promise<void> {
    while (this.#collecting.rows.size > 0) {
      const batch = this.#collecting;
      this.#writing = batch;
      this.#collecting = new WriteBatch();
      try {
        await this.#commit(batch);
        batch.resolve();
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        this.#failure = new StoreError(`the state in ${this.#folder} could not be written: ${reason}`);
        batch.reject(this.#failure);
        this.#collecting.reject(this.#failure);
        return;
      }
    }
    this.#writing = undefined;
  }

  async #commit(batch: WriteBatch): Promise<void> {
    const database = this.#database;
    await database.batch(() => {
      for (const { key, value } of batch.rows.values()) {
        if (value === null) void database.remove(key);
        else void database.put(key, value);
      }
    });
    await database.flushed;
  }
}
