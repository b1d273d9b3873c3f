import { openSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { RecordLog, type RecordPlace } from '../../files/record-log.js';
import {
  type PackedObservations,
  packObservations,
  unpackObservations,
} from '../runs/observations-transfer.js';
import type { KeptRun } from './run-ledger.js';

/** Keys are SHA-256 in base64url. */
const KEY_BYTES = 43;

/** Histograms are mostly zeros, which the fastest way finds as well. */
const FAST = 1;

/** A run as it is written after its key. */
type StoredRun = readonly [
  packed: PackedObservations,
  weekday_use: KeptRun['weekday_use'],
  shape?: KeptRun['shape'],
];

/** A log of runs: a head that identifies their work, then a record per run. Memory holds only their offsets. */
export class RunLog {
  readonly #log: RecordLog;
  readonly #places = new Map<string, RecordPlace>();
  /** `undefined` in a file that was never written completely. */
  readonly head: unknown;

  private constructor(log: RecordLog) {
    this.#log = log;
    let is_first = true;
    for (const { bytes, place, length } of log.read()) {
      if (is_first) this.head = deserialize(bytes);
      else this.#places.set(bytes.toString('latin1', 0, KEY_BYTES), { place, length });
      is_first = false;
    }
  }

  /** Begins a new file. @param head plain data */
  static begin(file: string, head: unknown): RunLog {
    const descriptor = openSync(file, 'w+');
    new RecordLog(descriptor).append(serialize(head));
    return new RunLog(new RecordLog(descriptor));
  }

  /** Opens a file to continue it: a record that was cut short at its end is given up. */
  static resume(file: string): RunLog {
    const log = new RecordLog(openSync(file, 'r+'));
    const runs = new RunLog(log);
    log.truncate();
    return runs;
  }

  /** Runs there are. */
  get count(): number {
    return this.#places.size;
  }

  find(key: string): KeptRun | undefined {
    const found = this.#places.get(key);
    if (found === undefined) return undefined;
    const bytes = this.#log.at(found);
    const [packed, weekday_use, shape] = deserialize(inflateRawSync(bytes.subarray(KEY_BYTES))) as StoredRun;
    return {
      observations: unpackObservations(packed),
      ...(weekday_use && { weekday_use }),
      ...(shape && { shape }),
    };
  }

  append(key: string, { observations, weekday_use, shape }: KeptRun): void {
    const stored: StoredRun = [packObservations(observations), weekday_use, shape];
    const packed = deflateRawSync(serialize(stored), { level: FAST });
    this.#places.set(key, this.#log.append(Buffer.concat([Buffer.from(key, 'latin1'), packed])));
  }

  close(): void {
    this.#log.close();
  }
}
