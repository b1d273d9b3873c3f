import { packageVersion } from '../../files/package-version.js';
import { ResultDirectoryError } from '../../files/result-directory.js';
import { differences, type WorkIdentity, writtenIdentity } from '../../planner/runs/checkpoint.js';
import type { WorkOptions } from '../../planner/runs/make-runs.js';
import { PartMade } from '../../planner/runs/work-part.js';
import { MergedShards } from '../../planner/shards/merged-shards.js';
import { openRuns, readShard, writeShard } from '../../planner/shards/shard-folder.js';
import { counted } from '../../report/figures/figure-text.js';
import { EXIT } from './exit-code.js';
import type { Interruption } from './interruption.js';
import { type KeptWorkOptions, withKeptRuns } from './resumable-work.js';
import type { ShardOptions } from './shard-options.js';
import { typedWords, withoutOptions } from './typed-command.js';

/** Of the command line, what says how a shard is made, and not what the work is. */
const OF_SHARDS = ['--shard', '--from', '--out', '-o', '--workers'];

/**
 * Makes a shard of work of many runs, and writes its folder, whole or not at all. Repeated, it goes on with the runs
 * that an interrupted one has kept, and does nothing where the folder is complete.
 *
 * @param body does the work, whose results nobody sees
 * @returns the exit code
 * @throws ResultDirectoryError where the folder holds something else, or the shards to go on from are not all there
 */
export async function makeShard(
  interruption: Interruption,
  options: KeptWorkOptions & ShardOptions,
  identity: Omit<WorkIdentity, 'version'>,
  body: (options: WorkOptions) => Promise<unknown>,
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
    const runs = completeRuns(out!, wanted);
    if (runs !== undefined) {
      say(`${out} holds shard ${name} already: ${counted(runs, 'run')}`);
      return EXIT.done;
    }
    const own = { ...identity, options: { ...identity.options, shard: name, after } };
    const part = { ...shard, before };
    return await withKeptRuns(
      interruption,
      { ...options, resume: 'where_possible' },
      own,
      (work) => partOf(body, { ...work, part }),
      ({ keys, runs: all }, kept) => {
        const command = withoutOptions(typedWords(), OF_SHARDS, ['--quiet']);
        writeShard(out!, { ...wanted, command, keys, log: kept?.log });
        say(wordsOf(name, out!, keys.length, all));
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
): Promise<Pick<PartMade, 'keys' | 'runs'>> {
  try {
    await body(work);
  } catch (error) {
    if (error instanceof PartMade) return error;
    throw error;
  }
  return { keys: [], runs: 0 };
}

function wordsOf(name: string, out: string, own: number, all: number): string {
  if (all === 0) return `shard ${name} in ${out} is empty: all runs are there, and neap merge can be called`;
  return `shard ${name} in ${out}: ${counted(own, 'run')} of ${all}; neap merge takes all ${name.split('/')[1]}`;
}

/** How many runs a complete folder has; `undefined` where there is none. */
function completeRuns(
  out: string,
  wanted: ReturnType<typeof writtenIdentity> & { shard: number; of: number; after: string | null },
): number | undefined {
  const found = readShard(out);
  if (found === undefined) return undefined;
  const { manifest } = found;
  refuseDifferent(out, manifest, wanted);
  const { shard, of, after } = manifest;
  if (shard !== wanted.shard || of !== wanted.of || after !== wanted.after) {
    const what = after === wanted.after ? `shard ${shard}/${of}` : 'a shard that goes on from others';
    throw new ResultDirectoryError(`${out} holds ${what}; name another --out DIR, or remove that folder`);
  }
  openRuns(found).close();
  return manifest.runs;
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
