import { closeSync, fchmodSync, fdatasync, fstatSync, fsyncSync, openSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import { frameRecord, RecordLog, writeAt } from '../../files/record-log.js';
import { getOrCreate } from '../../kernel/get-or-create.js';
import {
  type Change,
  rowsProblem,
  type StoredTables,
  TABLE_NAMES,
  type TableName,
} from '../../platform/store/tables.js';
import { DamagedState, type StoredState } from './state-store.js';

/** Offset of the first record. The header before it is overwritten in place, so it fits into a disk sector. */
const HEADER_BYTES = 512;
const FORMAT = 2;
const ROWS_PER_RECORD = 1000;
/** Files with passwords are readable by their owner only. */
const PRIVATE = 0o600;

/** A record: the emulated time, and the rows that changed. */
const RECORD = z.tuple([z.number(), z.array(z.tuple([z.enum(TABLE_NAMES), z.string(), z.unknown()]))]);
const HEADER = z.object({
  neap_state: z.number(),
  /** Length of the file at the latest answer; a shorter file is damaged. */
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
 * A log of changes behind a header of fixed length, which holds the length of the file at the latest answer. A record
 * that was incomplete when the process died is discarded when the file is opened again.
 */
export class StateFile {
  readonly #log: RecordLog;
  #compact_bytes: number;

  private constructor(log: RecordLog, compact_bytes: number) {
    this.#log = log;
    this.#compact_bytes = compact_bytes;
  }

  /** Writes a complete file next to the current one; {@link StateFile.replace} puts it in place. */
  static async draft(file: string, records: Iterable<StateRecord>): Promise<StateFile> {
    const log = new RecordLog(openSync(draftPath(file), 'w+', PRIVATE), HEADER_BYTES);
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
      await rm(draftPath(file), { force: true });
      throw error;
    }
  }

  /** Replaces the file with its draft. */
  static async replace(file: string): Promise<void> {
    await rename(draftPath(file), file);
    const folder = await open(dirname(file), 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }

  /**
   * Opens a file and reads it.
   * @returns the file, and its state; `undefined` if it is empty
   * @throws DamagedState if it is damaged, or written by another version
   */
  static async open(
    file: string,
  ): Promise<{ readonly opened: StateFile; readonly stored: StoredState | undefined }> {
    const descriptor = openSync(file, 'r+');
    try {
      const log = new RecordLog(descriptor, HEADER_BYTES);
      const { stored, compact_bytes } = readState(file, log);
      fchmodSync(descriptor, PRIVATE);
      log.truncate();
      return { opened: new StateFile(log, compact_bytes), stored };
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
  }

  /** Bytes added since the file was last rewritten. */
  get grown_bytes(): number {
    return this.#log.end - this.#compact_bytes;
  }

  /** Length of the file when it was last rewritten. */
  get compact_bytes(): number {
    return this.#compact_bytes;
  }

  /** Adds a record; resolves when it is durable. */
  async append(record: StateRecord): Promise<void> {
    this.#write(record);
    await synchronize(this.#log.descriptor);
    // Synchronized with the next record: after a power failure, an old header gives too small a length, never too large.
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
    padded.set(frameRecord(Buffer.from(JSON.stringify(header))));
    writeAt(this.#log.descriptor, padded, 0);
  }
}

/** Every row of a state, as the records of a rewritten file. */
export function* recordsOf(tables: StoredTables, now_ms: number): Generator<StateRecord> {
  for (const table of TABLE_NAMES) {
    let changes: Pick<Change, 'table' | 'id' | 'value'>[] = [];
    for (const [id, value] of tables[table] ?? []) {
      changes.push({ table, id, value });
      if (changes.length < ROWS_PER_RECORD) continue;
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
  const header = first === undefined ? undefined : parseRecord(HEADER, first.bytes);
  if (header === undefined) throw damaged('it has no valid header');
  const { neap_state, answered_bytes, compact_bytes } = header;
  if (neap_state !== FORMAT) {
    throw new DamagedState(
      `${file} has format ${neap_state} and this version of neap reads ${FORMAT}; use the version that made it, or name another folder`,
    );
  }
  if (size < answered_bytes) {
    throw damaged(`it has ${size} bytes; expected at least ${answered_bytes}`);
  }
  const tables = new Map<TableName, Map<string, unknown>>();
  let now_ms: number | undefined;
  for (const { bytes } of log.read()) {
    const read = parseRecord(RECORD, bytes);
    if (read === undefined) throw damaged('a record has an unknown form');
    now_ms = read[0];
    for (const [table, id, value] of read[1]) {
      const rows = getOrCreate(tables, table, () => new Map<string, unknown>());
      if (value === null) rows.delete(id);
      else rows.set(id, value);
    }
  }
  if (log.end < answered_bytes) throw damaged(`the record at byte ${log.end} is truncated or altered`);
  if (now_ms === undefined || tables.size === 0) return { stored: undefined, compact_bytes };
  const problem = rowsProblem(tables);
  if (problem !== undefined) throw damaged(problem);
  // The schemas of rows have checked each of them.
  const stored = { tables: Object.fromEntries(tables) as StoredTables, now_ms };
  return { stored, compact_bytes };
}

function parseRecord<Shape extends z.ZodType>(shape: Shape, record: Buffer): z.output<Shape> | undefined {
  try {
    return shape.safeParse(JSON.parse(record.toString())).data;
  } catch {
    return undefined;
  }
}

function draftPath(file: string): string {
  return `${file}.new`;
}
