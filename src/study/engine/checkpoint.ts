import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { programDigest } from '../../files/program-digest.js';
import { ResultDirectoryError } from '../../files/result-directory.js';
import type { Scenario } from '../../scenario/scenario.js';
import { digestOf, scenarioDigest } from '../runs/scenario-digest.js';
import type { KeptRun, RunLedger } from './run-ledger.js';
import { RunLog } from './run-log.js';

/** The work that runs belong to: runs may be reused only if all of this is the same. */
export interface WorkIdentity {
  /** The program's version. */
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

const FILE = 'runs';

/**
 * The runs of interrupted work, in a folder next to its results (`DIR.partial`): one file that only
 * grows. A record that was cut short is left out.
 */
export class KeptRuns implements RunLedger {
  readonly directory: string;
  readonly #work: WorkIdentity;
  /** Created with the first run: work that is interrupted earlier leaves no file. */
  #log: RunLog | undefined;
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
    const directory = `${resolve(out)}.partial`;
    const kept = new KeptRuns(directory, work);
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
        `nothing to resume: ${shown} holds no run; leave --resume out to begin, or name the --out of the work that was interrupted`,
      );
    }
    kept.#read(shown);
    return kept;
  }

  /** Runs there are. */
  get count(): number {
    return this.#log?.count ?? 0;
  }

  find(key: string): KeptRun | undefined {
    return this.#log?.find(key);
  }

  keep(key: string, run: KeptRun): void {
    // A run under way may end after the work was stopped.
    if (this.#isClosed) return;
    this.#log ??= this.#begun();
    this.#log.append(key, run);
  }

  /** The work is done: nothing needs to be kept any more. */
  remove(): void {
    this.close();
    rmSync(this.directory, { recursive: true, force: true });
  }

  /** Leaves what there is for another time. */
  close(): void {
    this.#isClosed = true;
    this.#log?.close();
    this.#log = undefined;
  }

  #begun(): RunLog {
    mkdirSync(this.directory, { recursive: true });
    return RunLog.begin(join(this.directory, FILE), writtenIdentity(this.#work));
  }

  #read(shown: string): void {
    const log = RunLog.resume(join(this.directory, FILE));
    try {
      if (log.head === undefined) {
        throw new ResultDirectoryError(
          `nothing to resume: ${shown} was never written completely; remove it, and start over`,
        );
      }
      refuseOthers(log.head as WrittenIdentity, writtenIdentity(this.#work), shown);
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
