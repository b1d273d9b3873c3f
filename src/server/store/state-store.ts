import type { Change, StoredTables } from '../../platform/store/tables.js';

/** State restored from the previous run. */
export interface StoredState {
  readonly tables: StoredTables;
  /** Emulated time of the last write, in ms since the epoch. */
  readonly now_ms: number;
}

/** Storage for the state of an emulator. */
export interface StateStore {
  /** State of the previous run; `undefined` without one. */
  load(): StoredState | undefined;
  /** Sets the source of all rows; called before the first {@link StateStore.write}. */
  begin(tables: () => StoredTables): void;
  /** Writes the changes of one call, which become durable together, and their time. */
  write(changes: readonly Change[], now_ms: number): void;
  /**
   * Resolves when everything written so far is durable; `undefined` if it already is.
   * @throws StoreError (by rejection) if it could not be written
   */
  durable(): Promise<void> | undefined;
  /** Makes everything durable and closes the files. */
  close(): Promise<void>;
}

/** Stores nothing: the state ends with the process. */
export const MEMORY_STORE: StateStore = {
  load: () => undefined,
  begin: () => undefined,
  write: () => undefined,
  durable: () => undefined,
  close: async () => undefined,
};

/** A state folder that cannot be used or written. */
export class StoreError extends Error {
  override readonly name: string = 'StoreError';
}

/** A state that is damaged, or that this version cannot read. */
export class DamagedState extends StoreError {
  override readonly name = 'DamagedState';
}
