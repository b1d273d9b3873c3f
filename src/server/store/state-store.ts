import type { Change, StoredTables } from '../../platform/store/tables.js';

/** State restored from the previous run. */
export interface KeptState {
  readonly tables: StoredTables;
  /** Emulated time when it was last written down, in ms since the epoch. */
  readonly now_ms: number;
}

/** Where the state of an emulator is kept. */
export interface StateStore {
  /** State of the previous run; `undefined` without one. */
  load(): KeptState | undefined;
  /** Says where every row there is can be read; before the first {@link StateStore.write}. */
  begin(tables: () => StoredTables): void;
  /** Takes the changes of one call, which become durable together, and the time they were made. */
  write(changes: readonly Change[], now_ms: number): void;
  /**
   * Resolves when everything written so far is durable; `undefined` when it is already.
   * @throws StoreError by rejecting, when it could not be written
   */
  durable(): Promise<void> | undefined;
  /** Makes everything durable and lets go of the files. */
  close(): Promise<void>;
}

/** Keeps nothing: the state lives as long as the process. */
export const MEMORY_STORE: StateStore = {
  load: () => undefined,
  begin: () => undefined,
  write: () => undefined,
  durable: () => undefined,
  close: async () => undefined,
};

/** A state folder that cannot be used, or could not be written. */
export class StoreError extends Error {
  override readonly name: string = 'StoreError';
}

/** A state that is not what was written, or that this version cannot read. */
export class DamagedState extends StoreError {
  override readonly name = 'DamagedState';
}
