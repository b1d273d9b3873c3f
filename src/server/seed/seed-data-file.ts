import { parse } from 'yaml';
import { refusal } from '../../scenario/document/diagnostic.js';
import { asRefusal, inputText } from '../../scenario/document/input-text.js';
import { Emulator, type EmulatorOptions } from '../emulator/emulator.js';
import { firstAccount } from '../emulator/first-account.js';
import { ApiError } from '../http/api-error.js';
import { validate } from '../http/validation.js';
import { MEMORY_STORE } from '../store/state-store.js';
import { plantSeed, SEED_DATA, SeedDataRefused } from './seed-data.js';

/** Reads the initial data of an emulator from YAML or JSON. @throws ScenarioError */
export function readSeedData(file: string): unknown {
  const source = `--seed-data ${file}`;
  const text = inputText(file, source);
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    throw refusal(source, `neither YAML nor JSON: ${error instanceof Error ? error.message : ''}`);
  }
  return asRefusal(source, ApiError, () => validate(SEED_DATA, value, file));
}

/**
 * Applies seed data to a temporary emulator, so that refused data has no effect.
 * @throws ScenarioError
 */
export function rehearseSeed(file: string, data: unknown, options: EmulatorOptions): void {
  const emulator = new Emulator({ ...options, store: MEMORY_STORE, speed: 0 });
  const account = firstAccount(emulator, { is_new: true });
  asRefusal(`--seed-data ${file}`, SeedDataRefused, () => plantSeed(emulator, data, account));
}
