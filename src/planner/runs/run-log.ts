import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { bytesAt, framed, recordsIn } from '../../files/record-log.js';
import { type DecisionSlices, fromSlices, toSlices } from '../../simulation/outcome/decision-slices.js';
import type { PackedFleetRecord } from '../../simulation/outcome/fleet-record.js';
import { type PackedObservations, packObservations, unpackObservations } from './observations-transfer.js';
import type { KeptRun } from './run-ledger.js';

/** Keys are SHA-256 in base64url. */
const KEY_BYTES = 43;

/** Histograms are mostly zeros, which the fastest way finds as well. */
const FAST = 1;

/** A run as it is written behind its key. */
type StoredRun = readonly [
  packed: PackedObservations,
  weekday_use: KeptRun['weekday_use'],
  record: StoredRecord | undefined,
  shape?: KeptRun['shape'],
];

/** The record of a part of a fleet as it is written. */
export interface StoredRecord {
  readonly intervals: PackedFleetRecord['intervals'];
  readonly slices: DecisionSlices;
}

/**
 * A file of runs that only grows: a head that says what they belong to, then a record a run, so that whatever ends the
 * process leaves the runs before readable. In memory there is only where each of them is.
 */
export class RunLog {
  readonly #descriptor: number;
  readonly #places = new Map<string, { readonly place: number; readonly length: number }>();
  #end = 0;
  /** `undefined` in a file that was never written completely. */
  readonly head: unknown;

  private constructor(descriptor: number) {
    this.#descriptor = descriptor;
    for (const { bytes, place } of recordsIn(descriptor)) {
      if (this.#end === 0) this.head = deserialize(bytes);
      else this.#places.set(bytes.toString('latin1', 0, KEY_BYTES), { place, length: bytes.length });
      this.#end = place + bytes.length;
    }
  }

  /** Begins a file anew. @param head plain data */
  static begin(file: string, head: unknown): RunLog {
    const descriptor = openSync(file, 'w+');
    writeSync(descriptor, framed(serialize(head)));
    return new RunLog(descriptor);
  }

  /** Reads a file to go on with it: what was cut short at its end is given up. */
  static resume(file: string): RunLog {
    const descriptor = openSync(file, 'r+');
    const log = new RunLog(descriptor);
    ftruncateSync(descriptor, log.#end);
    return log;
  }

  /** Reads a file without changing it. */
  static open(file: string): RunLog {
    return new RunLog(openSync(file, 'r'));
  }

  /** By which its runs are known, in the order of the file. */
  get keys(): readonly string[] {
    return [...this.#places.keys()];
  }

  find(key: string): KeptRun | undefined {
    const stored = this.findData(key);
    if (stored === undefined) return undefined;
    const [packed, weekday_use, record, shape] = stored as StoredRun;
    return {
      observations: unpackObservations(packed),
      ...(weekday_use && { weekday_use }),
      ...(shape && { shape }),
      ...(record && { record: { intervals: record.intervals, decisions: fromSlices(record.slices) } }),
    };
  }

  /** The record of a run as it is written, whose decisions take little room. */
  findRecord(key: string): StoredRecord | undefined {
    return (this.findData(key) as StoredRun | undefined)?.[2];
  }

  append(key: string, { observations, weekday_use, shape, record }: KeptRun): void {
    const stored: StoredRun = [
      packObservations(observations),
      weekday_use,
      record && {
        intervals: record.intervals,
        slices: toSlices(record.decisions, observations.duration_seconds),
      },
      shape,
    ];
    this.appendData(key, stored);
  }

  /** Takes over from another file what a run has shown, without its record. */
  appendWithoutRecord(key: string, from: RunLog): void {
    const [packed, weekday_use] = from.findData(key) as StoredRun;
    this.appendData(key, [packed, weekday_use, undefined] satisfies StoredRun);
  }

  /** Other data than a run; `undefined` where there is none. */
  findData(key: string): unknown {
    const bytes = this.#bytesOf(key);
    return bytes && deserialize(inflateRawSync(bytes.subarray(KEY_BYTES)));
  }

  appendData(key: string, data: unknown): void {
    const packed = deflateRawSync(serialize(data), { level: FAST });
    this.#write(Buffer.concat([Buffer.from(key, 'latin1'), packed]));
  }

  /** Takes a run over from another file as it is. */
  copy(key: string, from: RunLog): void {
    this.#write(from.#bytesOf(key)!);
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  #bytesOf(key: string): Buffer | undefined {
    const found = this.#places.get(key);
    return found && bytesAt(this.#descriptor, found.place, found.length);
  }

  #write(record: Buffer): void {
    const bytes = framed(record);
    writeWhole(this.#descriptor, bytes, this.#end);
    this.#end += bytes.length;
    const { length } = record;
    this.#places.set(record.toString('latin1', 0, KEY_BYTES), { place: this.#end - length, length });
  }
}

/** A disk that is nearly full takes a part of what it is given. */
function writeWhole(descriptor: number, bytes: Buffer, place: number): void {
  let written = 0;
  while (written < bytes.length)
    written += writeSync(descriptor, bytes, written, bytes.length - written, place + written);
}
