import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { ResultDirectoryError } from '../../files/result-directory.js';
import { remembered } from '../../kernel/remembered.js';
import { differences } from '../runs/checkpoint.js';
import type { KeptRun } from '../runs/run-ledger.js';
import type { RunLog } from '../runs/run-log.js';
import { digestOf } from '../runs/scenario-digest.js';
import { carriedIn, isFolder, openRuns, readShard, type ShardFolder, sameShards } from './shard-folder.js';

/** All shards of a piece of work, or of several waves of it. */
export class MergedShards {
  /** The first shard, by which the work is known. */
  readonly first: ShardFolder;
  readonly count: number;
  /** The folders of all. */
  readonly folders: readonly string[];
  /** The folder with the content of the files that the work reads. */
  readonly files: string;
  readonly #logs: RunLog[] = [];
  readonly #places = new Map<string, RunLog>();

  private constructor(waves: readonly (readonly ShardFolder[])[]) {
    const shards = waves.flat();
    this.first = shards[0]!;
    this.count = shards.length;
    this.folders = shards.map(({ folder }) => folder);
    this.files = carriedIn(this.first);
    try {
      for (const shard of shards) {
        const log = openRuns(shard);
        this.#logs.push(log);
        for (const key of log.keys) this.#places.set(key, log);
      }
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /**
   * Opens the shards in some folders, or in the folders directly in them.
   * @throws ResultDirectoryError, with what to do, where shards are damaged, missing, or not of the same work
   */
  static open(folders: readonly string[]): MergedShards {
    return new MergedShards(inWaves(distinct(folders.flatMap(shardsIn))));
  }

  /** Runs there are. */
  get runs(): number {
    return this.#places.size;
  }

  /** What tells these runs from others, for shards that go on from them. */
  get digest(): string {
    return digestOf([...this.#places.keys()].sort().join());
  }

  find(key: string): KeptRun | undefined {
    return this.#places.get(key)?.find(key);
  }

  /** Other data than a run; `undefined` where there is none. */
  findData(key: string): unknown {
    return this.#places.get(key)?.findData(key);
  }

  close(): void {
    for (const log of this.#logs) log.close();
  }
}

function shardsIn(folder: string): readonly ShardFolder[] {
  const shard = readShard(folder);
  if (shard !== undefined) return [shard];
  if (isFolder(folder)) {
    const names = readdirSync(folder, { withFileTypes: true });
    const inside = names.flatMap((entry) => {
      const found = entry.isDirectory() ? readShard(join(folder, entry.name)) : undefined;
      return found ?? [];
    });
    if (inside.length > 0) return inside;
  }
  const partial = `${folder.replace(/[/\\]+$/, '')}.partial`;
  if (existsSync(partial)) {
    throw new ResultDirectoryError(
      `the shard of ${folder} is not complete: its runs so far are in ${partial}; repeat its command, which continues from there`,
    );
  }
  const what = existsSync(folder) ? 'it has no shard.json' : 'there is no such folder';
  throw new ResultDirectoryError(`${folder} holds no shard: ${what}; expected the --out DIR of a --shard`);
}

/** Each shard once. */
function distinct(shards: readonly ShardFolder[]): readonly ShardFolder[] {
  const found = new Map<string, ShardFolder>();
  for (const shard of shards) {
    const { number, of, after } = { number: shard.manifest.shard, ...shard.manifest };
    const name = JSON.stringify([number, of, after]);
    const before = remembered(found, name, () => shard);
    if (before === shard) continue;
    refuseOther(before, shard);
    if (realpathSync(before.folder) !== realpathSync(shard.folder) && !sameShards(before, shard)) {
      throw new ResultDirectoryError(
        `${before.folder} and ${shard.folder} both hold shard ${number}/${of}, and differ; leave one of them out`,
      );
    }
  }
  return [...found.values()];
}

/** The shards of each wave in the order of their numbers, those first that the others go on from. */
function inWaves(shards: readonly ShardFolder[]): readonly (readonly ShardFolder[])[] {
  for (const shard of shards) refuseOther(shards[0]!, shard);
  const waves: (readonly ShardFolder[])[] = [];
  let [after, left] = [null as string | null, shards];
  const keys = new Set<string>();
  while (left.length > 0) {
    const wave = left.filter(({ manifest }) => manifest.after === after);
    if (wave.length === 0) {
      const { folder, manifest } = left[0]!;
      throw new ResultDirectoryError(
        `${folder} goes on from shards (--from) that are not given; give them as well, all ${manifest.of} of each wave`,
      );
    }
    waves.push(whole(wave));
    left = left.filter(({ manifest }) => manifest.after !== after);
    if (left.length === 0) break;
    for (const shard of wave) {
      const log = openRuns(shard);
      for (const key of log.keys) keys.add(key);
      log.close();
    }
    after = digestOf([...keys].sort().join());
  }
  return waves;
}

function refuseOther(a: ShardFolder, b: ShardFolder): void {
  const differ = [...differences(a.manifest, b.manifest)];
  const content = ({ manifest }: ShardFolder) =>
    JSON.stringify(manifest.inputs.files.map(({ sha256 }) => sha256).sort());
  if (differ.length === 0 && content(a) !== content(b))
    differ.push('the scenario, or a file that it reads, has changed');
  if (differ.length === 0) return;
  throw new ResultDirectoryError(
    `${a.folder} and ${b.folder} hold shards of different work: ${differ.join('; ')}; merge the shards of one command and one build of neap`,
  );
}

/** @throws ResultDirectoryError unless all shards of the wave are there */
function whole(wave: readonly ShardFolder[]): readonly ShardFolder[] {
  const [first] = wave;
  const { of } = first!.manifest;
  const other = wave.find(({ manifest }) => manifest.of !== of);
  if (other !== undefined) {
    throw new ResultDirectoryError(
      `${first!.folder} is one of ${of} shards and ${other.folder} one of ${other.manifest.of}; merge shards of one division`,
    );
  }
  const there = new Set(wave.map(({ manifest }) => manifest.shard));
  const missing = Array.from({ length: of }, (_, index) => index + 1).filter((number) => !there.has(number));
  if (missing.length > 0) {
    const [are, them] = missing.length === 1 ? ['shard', 'is'] : ['shards', 'are'];
    throw new ResultDirectoryError(
      `${are} ${ranges(missing)} of ${of} ${them} missing; give the folders of all, or repeat the command with --shard ${missing[0]}/${of}`,
    );
  }
  return wave.toSorted((a, b) => a.manifest.shard - b.manifest.shard);
}

/** Ascending numbers in words: `2, 5 to 7`. */
export function ranges(numbers: readonly number[]): string {
  const parts: string[] = [];
  for (let from = 0; from < numbers.length; ) {
    let to = from;
    while (numbers[to + 1] === numbers[to]! + 1) to += 1;
    parts.push(to > from + 1 ? `${numbers[from]} to ${numbers[to]}` : numbers.slice(from, to + 1).join(', '));
    from = to + 1;
  }
  return parts.join(', ');
}
