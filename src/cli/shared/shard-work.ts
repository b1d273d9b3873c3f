import { packageVersion } from '../../files/package-version.js';
import { ResultDirectoryError } from '../../files/result-directory.js';
import { differences, type WorkIdentity, writtenIdentity } from '../../planner/runs/checkpoint.js';
import type { WorkOptions } from '../../planner/runs/make-runs.js';
import type { RunLog } from '../../planner/runs/run-log.js';
import { PartMade } from '../../planner/runs/work-part.js';
import { MergedShards } from '../../planner/shards/merged-shards.js';
import { openRuns, readShard, writeShard } from '../../planner/shards/shard-folder.js';
import { counted } from '../../report/figures/figure-text.js';
import { EXIT } from './exit-code.js';
import type { Interruption } from './interruption.js';
import { type KeptWorkOptions, withKeptRuns } from './resumable-work.js';
import type { ShardOptions } from './shard-options.js';
import { PLAIN_WITHOUT_EFFECT, typedWords, WITHOUT_EFFECT, withoutOptions } from './typed-command.js';

/** Of the command line, what says how a shard is made, and not what the work is. */
const OF_SHARDS = ['--shard', '--from', '--out', '-o', ...WITHOUT_EFFECT];

/** What a shard's folder gets. */
export interface MadeShard {
  /** Writes it, from the runs that were kept; none where there were none. */
  fill(runs: RunLog, kept: RunLog | undefined): void;
  /** What it is of how much, in words. */
  readonly text: string;
}

/**
 * Makes a shard of work of many runs.
 * @param body does the work, whose results nobody sees
 * @returns the exit code
 * @throws ResultDirectoryError as {@link makeShardOf}
 */
export function makeShard(
  interruption: Interruption,
  options: KeptWorkOptions & ShardOptions,
  identity: Omit<WorkIdentity, 'version'>,
  body: (options: WorkOptions) => Promise<unknown>,
): Promise<number> {
  return makeShardOf(interruption, options, identity, (work) => partOf(body, work));
}

/**
 * Makes a shard, and writes its folder, whole or not at all. Repeated, it goes on with the runs that an interrupted one
 * has kept, and does nothing where the folder is complete.
 *
 * @param make is told its part of the work, and makes that
 * @returns the exit code
 * @throws ResultDirectoryError where the folder holds something else, or the shards to go on from are not all there
 */
export async function makeShardOf(
  interruption: Interruption,
  options: KeptWorkOptions & ShardOptions,
  identity: Omit<WorkIdentity, 'version'>,
  make: (work: WorkOptions) => Promise<MadeShard>,
): Promise<number> {
  const { out, from, quiet } = options;
  const shard = options.shard!;
  const name = `${shard.number}/${shard.of}`;
  const written = writtenIdentity({ version: packageVersion(), ...identity });
  const say = (text: string): void => {
    if (quiet !== true) process.stderr.write(`neap: ${text}\n`);
  };
  const before = from === undefined ? undefined : MergedShards.open(from);
  try {
    const after = before?.digest ?? null;
    if (before !== undefined) refuseDifferent(before.first.folder, before.first.manifest, written);
    const wanted = { ...written, shard: shard.number, of: shard.of, after };
    if (isComplete(out!, wanted)) {
      say(`${out} holds shard ${name} already`);
      return EXIT.done;
    }
    const own = { ...identity, options: { ...identity.options, shard: name, after } };
    const part = { ...shard, before };
    return await withKeptRuns(
      interruption,
      { ...options, resume: 'where_possible' },
      own,
      (work) => make({ ...work, part }),
      ({ fill, text }, kept) => {
        const command = withoutOptions(typedWords(), OF_SHARDS, ['--quiet', ...PLAIN_WITHOUT_EFFECT]);
        writeShard(out!, { ...wanted, command, fill: (runs) => fill(runs, kept?.log) });
        say(`shard ${name} in ${out}: ${text}`);
        return EXIT.done;
      },
    );
  } finally {
    before?.close();
  }
}

async function partOf(
  body: (options: WorkOptions) => Promise<unknown>,
  work: WorkOptions,
): Promise<MadeShard> {
  try {
    await body(work);
  } catch (error) {
    if (!(error instanceof PartMade)) throw error;
    const { keys, runs: all } = error;
    return {
      text: `${counted(keys.length, 'run')} of ${all}`,
      fill(runs, kept) {
        for (const key of keys) runs.copy(key, kept!);
      },
    };
  }
  return { text: 'no runs, since all are there: neap merge can be called', fill: () => undefined };
}

/** Whether a folder holds the shard that is wanted. */
function isComplete(
  out: string,
  wanted: ReturnType<typeof writtenIdentity> & { shard: number; of: number; after: string | null },
): boolean {
  const found = readShard(out);
  if (found === undefined) return false;
  const { manifest } = found;
  refuseDifferent(out, manifest, wanted);
  const { shard, of, after } = manifest;
  if (shard !== wanted.shard || of !== wanted.of || after !== wanted.after) {
    const what = after === wanted.after ? `shard ${shard}/${of}` : 'a shard that goes on from others';
    throw new ResultDirectoryError(`${out} holds ${what}; name another --out DIR, or remove that folder`);
  }
  openRuns(found).close();
  return true;
}

function refuseDifferent(
  folder: string,
  found: ReturnType<typeof writtenIdentity>,
  wanted: ReturnType<typeof writtenIdentity>,
): void {
  const differ = differences(found, wanted);
  if (differ.length === 0) return;
  throw new ResultDirectoryError(
    `${folder} holds a shard of other work: ${differ.join('; ')}; name another folder, or remove that one`,
  );
}
