import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ResultDirectory, ResultDirectoryError } from '../../files/result-directory.js';
import type { WrittenIdentity } from '../runs/checkpoint.js';
import { RunLog } from '../runs/run-log.js';
import { type CarriedFiles, carriedFiles, fileDigest, type InputFile } from './carried-files.js';

const MANIFEST = 'shard.json';
const RUNS = 'runs';
const FILES = 'files';
const FORMAT = 1;

/** What a shard is: the content of `shard.json`. */
export interface ShardManifest extends WrittenIdentity {
  /** Of the folder. */
  readonly neap_shard: typeof FORMAT;
  /** From 1 on. */
  readonly shard: number;
  readonly of: number;
  /** The words of the undivided command, without those that say where and how its results are shown. */
  readonly command: readonly string[];
  /** The files that the work reads; their content is in the folder of the first shard. */
  readonly inputs: CarriedFiles;
  /** What is known of the runs that all shards go on from; `null` where they begin. */
  readonly after: string | null;
  /** Records in its file of runs: a run each, or of a fleet what its tenants have shown. */
  readonly runs: number;
}

/** A shard that has been read. */
export interface ShardFolder {
  readonly manifest: ShardManifest;
  /** As it was named. */
  readonly folder: string;
}

/** What a shard's folder is made of. */
export interface ShardContent extends Omit<ShardManifest, 'neap_shard' | 'inputs' | 'runs'> {
  /** Writes its runs. */
  fill(runs: RunLog): void;
}

/** Writes a shard's folder, whole or not at all. @throws ResultDirectoryError when it cannot be written */
export function writeShard(folder: string, content: ShardContent): ShardManifest {
  const { fill, ...rest } = content;
  const { inputs, places } = carriedFiles();
  const carries = content.shard === 1;
  let manifest: ShardManifest = { neap_shard: FORMAT, ...rest, inputs, runs: 0 };
  const directory = ResultDirectory.open(folder, [RUNS, ...(carries ? [FILES] : []), MANIFEST]);
  try {
    const runs = RunLog.begin(directory.path(RUNS), headOf(manifest));
    try {
      fill(runs);
      manifest = { ...manifest, runs: runs.keys.length };
    } finally {
      runs.close();
    }
    if (carries) {
      inputs.files.forEach(({ path }, index) => {
        const target = join(directory.path(FILES), path);
        mkdirSync(dirname(target), { recursive: true });
        copyFileSync(places[index]!, target);
      });
    }
    writeFileSync(directory.path(MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
    directory.commit();
  } finally {
    directory.discard();
  }
  return manifest;
}

/** The shard in a folder; `undefined` where there is none. @throws ResultDirectoryError where it cannot be read */
export function readShard(folder: string): ShardFolder | undefined {
  const path = join(folder, MANIFEST);
  if (!existsSync(path)) return undefined;
  let found: Partial<ShardManifest>;
  try {
    found = JSON.parse(readFileSync(path, 'utf8')) as Partial<ShardManifest>;
  } catch {
    throw damaged(folder, `${MANIFEST} is no JSON`);
  }
  if (found.neap_shard !== FORMAT || !isManifest(found))
    throw damaged(folder, `${MANIFEST} is not what this version of neap writes`);
  return { folder, manifest: found };
}

/** The runs of a shard. @throws ResultDirectoryError where they are not all there */
export function openRuns({ folder, manifest }: ShardFolder): RunLog {
  const file = join(folder, RUNS);
  if (!existsSync(file)) throw damaged(folder, `the file ${RUNS} is missing`);
  let log: RunLog;
  try {
    log = RunLog.open(file);
  } catch (error) {
    throw damaged(folder, `${RUNS} cannot be read: ${(error as Error).message}`);
  }
  const isWhole = log.keys.length === manifest.runs;
  if (isWhole && JSON.stringify(log.head) === JSON.stringify(headOf(manifest))) return log;
  const count = log.keys.length;
  log.close();
  const reason = isWhole ? `${RUNS} is of another shard` : `${count} of ${manifest.runs} runs are whole`;
  throw damaged(folder, reason);
}

/** The folder with the content of the files that the work reads. @throws ResultDirectoryError where they have changed */
export function carriedIn({ folder, manifest }: ShardFolder): string {
  for (const { path, sha256 } of manifest.inputs.files) {
    const file = join(folder, FILES, path);
    if (!existsSync(file) || fileDigest(file) !== sha256)
      throw damaged(folder, `${FILES}/${path} is missing or has been changed`);
  }
  return join(folder, FILES);
}

/** The files of a shard's folder that no result may replace. */
export function filesOf(folder: string): readonly string[] {
  return [MANIFEST, RUNS].map((name) => join(folder, name));
}

/** Whether two folders hold the same, byte for byte. */
export function sameShards(a: ShardFolder, b: ShardFolder): boolean {
  const [one, other] = [a, b].map(({ folder, manifest: { command: _, ...manifest } }) =>
    JSON.stringify([manifest, fileDigest(join(folder, RUNS))]),
  );
  return one === other;
}

function headOf({ version, build, options, scenarios, shard, of, after }: ShardManifest): object {
  return { version, ...(build !== undefined && { build }), options, scenarios, shard, of, after };
}

function damaged(folder: string, reason: string): ResultDirectoryError {
  return new ResultDirectoryError(
    `the shard in ${folder} is damaged: ${reason}; remove the folder and make the shard again`,
  );
}

function isManifest(found: Partial<ShardManifest>): found is ShardManifest {
  const { version, build = '', options, scenarios, shard, of, command, inputs, after, runs } = found;
  return (
    [version, build, options, scenarios].every((each) => typeof each === 'string') &&
    [shard, of, runs].every((each) => Number.isSafeInteger(each)) &&
    (after === null || typeof after === 'string') &&
    Array.isArray(command) &&
    command.every((word) => typeof word === 'string') &&
    typeof inputs?.folder === 'string' &&
    Array.isArray(inputs.files) &&
    inputs.files.every(isInputFile)
  );
}

function isInputFile(file: Partial<InputFile>): boolean {
  const { path, sha256 } = file;
  // A path leads nowhere else than below the folder.
  return typeof path === 'string' && typeof sha256 === 'string' && !path.split(/[/\\]/).includes('..');
}

/** Whether a path is a folder. */
export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
