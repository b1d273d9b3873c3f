import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { framed, wholeRecords } from '../../files/record-log.js';
import { ResultDirectoryError } from '../../files/result-directory.js';
import type { Scenario } from '../../scenario/scenario.js';
import { type PackedObservations, packObservations, unpackObservations } from './observations-transfer.js';
import type { KeptRun, RunLedger } from './run-ledger.js';

/** What runs belong to: only with the same of all may they be taken for one's own. */
export interface WorkIdentity {
  /** The program's version. */
  readonly version: string;
  /** The command and its options, as far as they bear on results. */
  readonly options: Readonly<Record<string, unknown>>;
  /** As compiled, traces and policies included. */
  readonly scenarios: readonly Scenario[];
}

/** The identity as it is written: long parts as a digest. */
interface Written {
  readonly version: string;
  readonly options: string;
  readonly scenarios: string;
}

const FILE = 'runs';

/**
 * The runs of a piece of work that was interrupted, in a folder beside its results (`DIR.partial`): one file that only
 * grows, a record a run, so that whatever ends the process leaves the runs before readable. A record that was cut
 * short is left out.
 */
export class KeptRuns implements RunLedger {
  readonly ending: AbortSignal | undefined;
  readonly directory: string;
  readonly #identity: Written;
  /** Records by key; unpacked when they are asked for. */
  readonly #records = new Map<string, Uint8Array>();
  #descriptor: number | undefined;

  private constructor(directory: string, identity: Written, ending: AbortSignal | undefined) {
    this.directory = directory;
    this.#identity = identity;
    this.ending = ending;
  }

  /**
   * Makes ready to keep runs, and reads those that are to be gone on with.
   * @param out the directory of the results
   * @param ending aborted when no more runs are to be begun
   * @throws ResultDirectoryError when there is nothing to resume, something else has been interrupted, or the same
   *   work has and nobody asked to go on with it
   */
  static open(
    out: string,
    work: WorkIdentity,
    options: { readonly resume: boolean; readonly ending?: AbortSignal },
  ): KeptRuns {
    const directory = `${resolve(out)}.partial`;
    const identity = written(work);
    const kept = new KeptRuns(directory, identity, options.ending);
    const exists = existsSync(join(directory, FILE));
    const shown = `${out.replace(/[/\\]+$/, '')}.partial`;
    if (!options.resume) {
      if (!exists) return kept;
      throw new ResultDirectoryError(
        `${shown} holds the runs of interrupted work; add --resume to continue it, or remove it to start over`,
      );
    }
    if (!exists) {
      throw new ResultDirectoryError(
        `nothing to resume: there is no ${shown}; leave --resume out to begin, or name the --out of the work that was interrupted`,
      );
    }
    kept.#read(shown);
    return kept;
  }

  /** Runs there are. */
  get count(): number {
    return this.#records.size;
  }

  find(key: string): KeptRun | undefined {
    const record = this.#records.get(key);
    if (record === undefined) return undefined;
    const [, packed, weekday_use] = deserialize(record) as StoredRun;
    const observations = unpackObservations(packed);
    return { observations, ...(weekday_use === undefined ? {} : { weekday_use }) };
  }

  keep(key: string, { observations, weekday_use }: KeptRun): void {
    const stored: StoredRun = [key, packObservations(observations), weekday_use];
    const record = serialize(stored);
    if (this.#descriptor === undefined) this.#begin();
    this.#append(record);
    this.#records.set(key, record);
  }

  /** The work is done: nothing needs to be kept any more. */
  remove(): void {
    this.close();
    rmSync(this.directory, { recursive: true, force: true });
  }

  /** Leaves what there is for another time. */
  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  #begin(): void {
    mkdirSync(this.directory, { recursive: true });
    this.#descriptor = openSync(join(this.directory, FILE), 'a');
    if (this.#records.size === 0) this.#append(serialize(this.#identity));
  }

  #append(record: Uint8Array): void {
    writeSync(this.#descriptor!, framed(record));
  }

  #read(shown: string): void {
    const file = join(this.directory, FILE);
    const bytes = readFileSync(file);
    const { records, end } = wholeRecords(bytes);
    const [first, ...runs] = records;
    if (first === undefined) {
      throw new ResultDirectoryError(
        `nothing to resume: ${shown} was never written completely; remove it, and start over`,
      );
    }
    refuseOthers(deserialize(first) as Written, this.#identity, shown);
    for (const record of runs) this.#records.set((deserialize(record) as StoredRun)[0], record);
    // What was cut short is written anew behind the last whole record.
    const descriptor = openSync(file, 'r+');
    ftruncateSync(descriptor, end);
    closeSync(descriptor);
    this.#descriptor = openSync(file, 'a');
  }
}

/** A run with its key. */
type StoredRun = readonly [key: string, packed: PackedObservations, weekday_use: KeptRun['weekday_use']];

function refuseOthers(before: Written, now: Written, shown: string): void {
  const differ = [
    ...(before.version === now.version ? [] : [`neap was version ${before.version} and is ${now.version}`]),
    ...(before.options === now.options ? [] : [`the options were ${before.options} and are ${now.options}`]),
    ...(before.scenarios === now.scenarios ? [] : ['the scenario, or a file that it reads, has changed']),
  ];
  if (differ.length === 0) return;
  throw new ResultDirectoryError(
    `cannot resume ${shown}: ${differ.join('; ')}; repeat the original call, or remove it and start over without --resume`,
  );
}

function written({ version, options, scenarios }: WorkIdentity): Written {
  const digest = createHash('sha256').update(JSON.stringify(scenarios, plainValue)).digest('base64url');
  return { version, options: JSON.stringify(options), scenarios: digest };
}

/** What JSON would lose of a compiled scenario: arrays of traces, numbers beyond all bounds. */
function plainValue(_key: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (value instanceof Map) return [...value];
  if (!ArrayBuffer.isView(value)) return value;
  const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  return createHash('sha256').update(bytes).digest('base64url');
}
