import { existsSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { programDigest } from '../../files/program-digest.js';
import { RecordLog, type RecordPlace } from '../../files/record-log.js';
import { ResultDirectoryError } from '../../files/result-directory.js';
import type { Scenario } from '../../scenario/scenario.js';
import {
  type PackedObservations,
  packObservations,
  unpackObservations,
} from '../runs/observations-transfer.js';
import { digestOf, scenarioDigest } from '../runs/scenario-digest.js';
import type { KeptRun, RunLedger } from './run-ledger.js';

/** The work that runs belong to: runs may be reused only if all of this is the same. */
export interface WorkIdentity {
  readonly version: string;
  /** The command and its options, except those without effect on results. */
  readonly options: Readonly<Record<string, unknown>>;
  /** As compiled, traces and policies included. */
  readonly scenarios: readonly Scenario[];
}

/** The identity in written form: long parts as a digest. */
interface WrittenIdentity {
  readonly version: string;
  /** Digest of the code, which may differ between two builds of one version. */
  readonly build: string;
  readonly options: string;
  readonly scenarios: string;
}

const LOG_FILE = 'runs';
/** Keys are SHA-256 in base64url. */
const KEY_BYTES = 43;
/** The fastest: histograms are mostly zeros, which compress well at any level. */
const COMPRESSION_LEVEL = 1;

/** A run as it is written after its key. */
type StoredRun = readonly [packed: PackedObservations, weekday_use: KeptRun['weekday_use']];

/**
 * The runs of interrupted work, in a folder next to its results (`DIR.partial`): one file that only grows, with the
 * identity of the work and then a record per run. A record that was cut short is left out. Memory holds only offsets.
 */
export class KeptRuns implements RunLedger {
  readonly directory: string;
  readonly #work: WorkIdentity;
  readonly #places = new Map<string, RecordPlace>();
  /** Created with the first run: work that is interrupted earlier leaves no file. */
  #log: RecordLog | undefined;
  #isClosed = false;

  private constructor(directory: string, work: WorkIdentity) {
    this.directory = directory;
    this.#work = work;
  }

  /**
   * Prepares to keep runs, and reads those to resume from.
   * @param out the directory of the results
   * @throws ResultDirectoryError when there is nothing to resume, something else has been interrupted, or the same
   * work has and resuming was not requested
   */
  static open(out: string, work: WorkIdentity, options: { readonly resume: boolean }): KeptRuns {
    const kept = new KeptRuns(`${resolve(out)}.partial`, work);
    const exists = existsSync(join(kept.directory, LOG_FILE));
    const shown = `${out.replace(/[/\\]+$/, '')}.partial`;
    if (!options.resume) {
      if (!exists) return kept;
      throw new ResultDirectoryError(
        `${shown} holds the runs of interrupted work; add --resume to continue it, or remove it to start over`,
      );
    }
    if (!exists) {
      throw new ResultDirectoryError(
        `nothing to resume: ${shown} holds no run; leave --resume out to begin, or name the --out of the work that was interrupted`,
      );
    }
    kept.#read(shown);
    return kept;
  }

  get count(): number {
    return this.#places.size;
  }

  find(key: string): KeptRun | undefined {
    const place = this.#places.get(key);
    const record = place && this.#log?.at(place);
    if (record === undefined) return undefined;
    const stored = deserialize(inflateRawSync(record.subarray(KEY_BYTES))) as StoredRun;
    const [packed, weekday_use] = stored;
    return {
      observations: unpackObservations(packed),
      ...(weekday_use && { weekday_use }),
    };
  }

  keep(key: string, { observations, weekday_use }: KeptRun): void {
    // A run under way may end after the work was stopped.
    if (this.#isClosed) return;
    this.#log ??= this.#begun();
    const stored: StoredRun = [packObservations(observations), weekday_use];
    const packed = deflateRawSync(serialize(stored), { level: COMPRESSION_LEVEL });
    this.#places.set(key, this.#log.append(Buffer.concat([Buffer.from(key, 'latin1'), packed])));
  }

  /** Removes the kept runs after the work is done. */
  remove(): void {
    this.close();
    rmSync(this.directory, { recursive: true, force: true });
  }

  /** Closes the log, which can be resumed later. */
  close(): void {
    this.#isClosed = true;
    this.#log?.close();
    this.#log = undefined;
  }

  #begun(): RecordLog {
    mkdirSync(this.directory, { recursive: true });
    const log = new RecordLog(openSync(join(this.directory, LOG_FILE), 'w+'));
    log.append(serialize(writtenIdentity(this.#work)));
    return log;
  }

  #read(shown: string): void {
    const log = new RecordLog(openSync(join(this.directory, LOG_FILE), 'r+'));
    let identity: WrittenIdentity | undefined;
    try {
      for (const { bytes, place, length } of log.read()) {
        if (identity === undefined) identity = deserialize(bytes) as WrittenIdentity;
        else this.#places.set(bytes.toString('latin1', 0, KEY_BYTES), { place, length });
      }
      if (identity === undefined) {
        throw new ResultDirectoryError(
          `nothing to resume: ${shown} was never written completely; remove it, and start over`,
        );
      }
      refuseOthers(identity, writtenIdentity(this.#work), shown);
      log.truncate();
      this.#log = log;
    } finally {
      if (this.#log === undefined) log.close();
    }
  }
}

/** Describes the differences between two pieces of work; empty if they are the same. */
function differences(before: WrittenIdentity, now: WrittenIdentity): readonly string[] {
  return [
    ...(before.version === now.version ? [] : [`neap was version ${before.version} and is ${now.version}`]),
    ...(before.version !== now.version || before.build === now.build
      ? []
      : [`neap was build ${before.build} and is build ${now.build} of the same version`]),
    ...(before.options === now.options ? [] : [`the options were ${before.options} and are ${now.options}`]),
    ...(before.scenarios === now.scenarios ? [] : ['the scenario, or a file that it reads, has changed']),
  ];
}

function refuseOthers(before: WrittenIdentity, now: WrittenIdentity, shown: string): void {
  const differ = differences(before, now);
  if (differ.length === 0) return;
  throw new ResultDirectoryError(
    `cannot resume ${shown}: ${differ.join('; ')}; repeat the original call, or remove it and start over without --resume`,
  );
}

/** The identity as this program writes it. */
function writtenIdentity({ version, options, scenarios }: WorkIdentity): WrittenIdentity {
  const digest = digestOf(scenarios.map(scenarioDigest).join());
  return { version, build: programDigest(), options: JSON.stringify(options), scenarios: digest };
}
