import { closeSync, fchmodSync, fdatasync, fstatSync, fsyncSync, openSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import { framed, RecordLog, writeAt } from '../../files/record-log.js';
import { getOrCreate } from '../../kernel/get-or-create.js';
import {
  type Change,
  rowsProblem,
  type StoredTables,
  TABLE_NAMES,
  type TableName,
} from '../../platform/store/tables.js';
import { DamagedState, type KeptState } from './state-store.js';

/** Where the records begin. The header before them is overwritten in place, and no longer than a disk's sector. */
const HEADER_BYTES = 512;
const FORMAT = 2;
const ROWS_A_RECORD = 1000;
/** Files with passwords are readable by their owner only. */
const PRIVATE = 0o600;

/** The rows of a state in the form of a record: those that changed, and the emulated time by then. */
const RECORD = z.tuple([z.number(), z.array(z.tuple([z.enum(TABLE_NAMES), z.string(), z.unknown()]))]);
const HEADER = z.object({
  neap_state: z.number(),
  /** Length of the file at the latest answer: a shorter file is damaged. */
  answered_bytes: z.number(),
  /** Its length when it was last rewritten. */
  compact_bytes: z.number(),
});

export interface StateRecord {
  readonly now_ms: number;
  readonly changes: Iterable<Pick<Change, 'table' | 'id' | 'value'>>;
}

const synchronize = promisify(fdatasync);

/**
 * A log of changes behind a header of fixed length, which says how far the file was written when an answer was given.
 * A record that was being written when the process died is given up when the file is opened again.
 */
export class StateFile {
  readonly #log: RecordLog;
  #compact_bytes: number;

  private constructor(log: RecordLog, compact_bytes: number) {
    this.#log = log;
    this.#compact_bytes = compact_bytes;
  }

  /** Writes a whole file next to the one that exists, or will; it counts from {@link StateFile.replace} on. */
  static async draft(file: string, records: Iterable<StateRecord>): Promise<StateFile> {
    const log = new RecordLog(openSync(draftOf(file), 'w+', PRIVATE), HEADER_BYTES);
    try {
      const made = new StateFile(log, HEADER_BYTES);
      for (const record of records) {
        made.#write(record);
        await nextTurn();
      }
      made.#compact_bytes = log.end;
      made.#writeHeader();
      fsyncSync(log.descriptor);
      return made;
    } catch (error) {
      log.close();
      await rm(draftOf(file), { force: true });
      throw error;
    }
  }

  /** Puts a draft in the place of the file. */
  static async replace(file: string): Promise<void> {
    await rename(draftOf(file), file);
    const folder = await open(dirname(file), 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }

  /**
   * Opens a file and reads it.
   * @returns the file, and what it holds; `undefined` when that is nothing
   * @throws DamagedState when it is damaged, or written by another version
   */
  static async open(
    file: string,
  ): Promise<{ readonly opened: StateFile; readonly kept: KeptState | undefined }> {
    const descriptor = openSync(file, 'r+');
    try {
      const log = new RecordLog(descriptor, HEADER_BYTES);
      const { kept, compact_bytes } = readState(file, log);
      fchmodSync(descriptor, PRIVATE);
      log.truncate();
      return { opened: new StateFile(log, compact_bytes), kept };
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
  }

  /** Bytes added since the file was last rewritten. */
  get grown_bytes(): number {
    return this.#log.end - this.#compact_bytes;
  }

  /** Bytes that it had then. */
  get compact_bytes(): number {
    return this.#compact_bytes;
  }

  /** Adds a record; resolves when it is durable. */
  async append(record: StateRecord): Promise<void> {
    this.#write(record);
    await synchronize(this.#log.descriptor);
    // Not synchronized until the next record is: a header that is lost with the power names too little, never too much.
    this.#writeHeader();
  }

  close(): void {
    this.#log.close();
  }

  #write({ now_ms, changes }: StateRecord): void {
    const rows = Array.from(changes, ({ table, id, value }) => [table, id, value]);
    this.#log.append(Buffer.from(JSON.stringify([now_ms, rows])));
  }

  #writeHeader(): void {
    const header: z.input<typeof HEADER> = {
      neap_state: FORMAT,
      answered_bytes: this.#log.end,
      compact_bytes: this.#compact_bytes,
    };
    const padded = Buffer.alloc(HEADER_BYTES);
    padded.set(framed(Buffer.from(JSON.stringify(header))));
    writeAt(this.#log.descriptor, padded, 0);
  }
}

/** Every row of a state, as the records of a rewritten file. */
export function* recordsOf(tables: StoredTables, now_ms: number): Generator<StateRecord> {
  for (const table of TABLE_NAMES) {
    let changes: Pick<Change, 'table' | 'id' | 'value'>[] = [];
    for (const [id, value] of tables[table] ?? []) {
      changes.push({ table, id, value });
      if (changes.length < ROWS_A_RECORD) continue;
      yield { now_ms, changes };
      changes = [];
    }
    yield { now_ms, changes };
  }
}

function readState(file: string, log: RecordLog) {
  const { size } = fstatSync(log.descriptor);
  const damaged = (what: string) =>
    new DamagedState(
      `${file} is damaged: ${what}; restore the folder from a backup, or name another folder to start over`,
    );
  if (size === 0) throw damaged('it is empty');
  const [first] = new RecordLog(log.descriptor).read();
  const header = first === undefined ? undefined : parsed(HEADER, first.bytes);
  if (header === undefined) throw damaged('it does not begin as a state does');
  const { neap_state, answered_bytes, compact_bytes } = header;
  if (neap_state !== FORMAT) {
    throw new DamagedState(
      `${file} has format ${neap_state} and this version of neap reads ${FORMAT}; use the version that made it, or name another folder`,
    );
  }
  if (size < answered_bytes) {
    throw damaged(`it is ${size} bytes long, and ${answered_bytes} were written`);
  }
  const tables = new Map<TableName, Map<string, unknown>>();
  let now_ms: number | undefined;
  for (const { bytes } of log.read()) {
    const read = parsed(RECORD, bytes);
    if (read === undefined) throw damaged('a record has another form than this version of neap writes');
    now_ms = read[0];
    for (const [table, id, value] of read[1]) {
      const rows = getOrCreate(tables, table, () => new Map<string, unknown>());
      if (value === null) rows.delete(id);
      else rows.set(id, value);
    }
  }
  if (log.end < answered_bytes) throw damaged(`what begins at byte ${log.end} is not what was written`);
  if (now_ms === undefined || tables.size === 0) return { kept: undefined, compact_bytes };
  const problem = rowsProblem(tables);
  if (problem !== undefined) throw damaged(problem);
  // The schemas of rows have checked each of them.
  const kept = { tables: Object.fromEntries(tables) as StoredTables, now_ms };
  return { kept, compact_bytes };
}

function parsed<Shape extends z.ZodType>(shape: Shape, record: Buffer): z.output<Shape> | undefined {
  try {
    return shape.safeParse(JSON.parse(record.toString())).data;
  } catch {
    return undefined;
  }
}

function draftOf(file: string): string {
  return `${file}.new`;
}
