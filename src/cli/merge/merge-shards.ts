import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { noteInput, readInstead } from '../../files/input-files.js';
import { packageVersion } from '../../files/package-version.js';
import { programDigest } from '../../files/program-digest.js';
import { ResultDirectoryError } from '../../files/result-directory.js';
import { buildText } from '../../planner/runs/checkpoint.js';
import { MergedShards } from '../../planner/shards/merged-shards.js';
import { filesOf } from '../../planner/shards/shard-folder.js';
import { MergedWork } from '../merged/merged-work.js';
import { whileMerging } from '../merged/work-being-merged.js';
import { typedWords } from '../shared/typed-command.js';

/**
 * Runs the command that was divided into shards once more, with the runs that these have.
 * @returns the exit code of that command
 * @throws ResultDirectoryError where shards are missing, damaged, or not of the same work; what the command throws
 */
export async function mergeShards(
  folders: readonly string[],
  command: CommandUnknownOpts,
  run: (words: readonly string[]) => Promise<number>,
): Promise<number> {
  const shards = MergedShards.open(folders);
  try {
    const { manifest, folder } = shards.first;
    const version = packageVersion();
    if (manifest.version !== version) {
      throw new ResultDirectoryError(
        `the shard in ${folder} is of neap ${manifest.version}, and this is ${version}; merge with the version that made the shards`,
      );
    }
    const build = programDigest();
    // Those that were made before shards said so are taken on trust.
    if (manifest.build !== undefined && manifest.build !== build) {
      throw new ResultDirectoryError(
        `the shard in ${folder} is of ${buildText(manifest)} of neap ${version}, and this is build ${build}; merge with the build that made the shards, or make them again with this one`,
      );
    }
    for (const file of shards.folders.flatMap(filesOf)) noteInput(file);
    readInstead(manifest.inputs.folder, shards.files);
    const words = [...manifest.command, ...withoutOperands(typedWords().slice(1), command)];
    return await whileMerging(new MergedWork(shards), () => run(words));
  } finally {
    shards.close();
  }
}

/** The options among some words, with their values, as typed. */
function withoutOperands(words: readonly string[], command: CommandUnknownOpts): readonly string[] {
  const kept: string[] = [];
  for (let place = 0; place < words.length; place++) {
    const word = words[place]!;
    if (word === '--') break;
    if (!word.startsWith('-') || word === '-') continue;
    kept.push(word);
    const option = command.options.find(({ short, long }) => word === short || word === long);
    if (option?.required === true) {
      place += 1;
      kept.push(...words.slice(place, place + 1));
    }
  }
  return kept;
}
