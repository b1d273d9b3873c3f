import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { noteInput } from '../../files/input-files.js';
import { Emulator, type EmulatorOptions } from '../../server/emulator/emulator.js';
import { firstAccount } from '../../server/emulator/first-account.js';
import { ApiError } from '../../server/http/api-error.js';
import { validated } from '../../server/http/validation.js';
import { plantSeed, SEED_DATA, SeedDataRefused } from '../../server/seed/seed-data.js';
import { MEMORY_STORE } from '../../server/store/state-store.js';

/** A file of seed data that cannot be used. */
export class SeedDataError extends Error {
  override readonly name = 'SeedDataError';
}

/** Reads what an emulator is to begin with, YAML or JSON. @throws SeedDataError, the system's error */
export function readSeedData(file: string): unknown {
  noteInput(file);
  const text = readFileSync(file, 'utf8');
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    throw new SeedDataError(
      `${file} is neither YAML nor JSON: ${error instanceof Error ? error.message : ''}`,
    );
  }
  try {
    return validated(SEED_DATA, value, file);
  } catch (error) {
    if (error instanceof ApiError) throw new SeedDataError(error.message);
    throw error;
  }
}

/**
 * Makes what seed data name on an emulator that is thrown away, so that data that are refused leave nothing behind.
 * @throws SeedDataError
 */
export function rehearseSeed(file: string, data: unknown, options: EmulatorOptions): void {
  const emulator = new Emulator({ ...options, store: MEMORY_STORE, speed: 0 });
  const account = firstAccount(emulator, { anew: true });
  try {
    plantSeed(emulator, data, account);
  } catch (error) {
    if (error instanceof SeedDataRefused) throw new SeedDataError(`${file}: ${error.message}`);
    throw error;
  }
}
