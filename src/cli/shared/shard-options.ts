import { type Command, InvalidArgumentError, type OptionValues } from '@commander-js/extra-typings';
import { collected } from './option-values.js';
import { isGiven, refuseAlone } from './options.js';

/** Which of how many equal parts of the work to make. */
export interface ShardChoice {
  /** From 1 on. */
  readonly number: number;
  readonly of: number;
}

/** What {@link inShards} adds. */
export type ShardOptions = {
  readonly shard?: ShardChoice;
  readonly from?: readonly string[];
};

/** More shards than runs that anybody makes are a slip of the pen. */
const MOST_SHARDS = 100_000;

/** Options that `neap merge` takes, since they say how results are shown, or that make no sense of a part. */
const OF_MERGE = [
  ...['json', 'md', 'stepSummary', 'html', 'xlsx', 'openmetrics', 'parquet'],
  ...['baseline', 'failOn', 'ignore', 'withoutEach'],
];
const OF_NO_SHARD: Readonly<Record<string, string>> = {
  resume: 'a shard goes on by itself with what its folder has',
  watch: 'a shard is made once',
  steadyState: 'one run cannot be divided; use --replications',
};

/** Adds the options of work that can be divided among machines. */
export function inShards<Args extends unknown[], Options extends OptionValues>(
  command: Command<Args, Options>,
): Command<Args, Options & ShardOptions> {
  const added: unknown = refuseAlone(command, { shard: ['out'], from: ['shard'] })
    .option(
      '--shard <k/n>',
      'make the k-th of n parts of the work, in --out DIR; neap merge makes one result of all of them',
      shardChoice,
    )
    .option('--from <dir>', 'with --shard: go on from these shards, all of them; repeatable', collected)
    .hook('preAction', (called) => {
      if (!isGiven(called, 'shard')) return;
      for (const option of called.options) {
        const name = option.attributeName();
        const reason = OF_MERGE.includes(name) ? 'it is for neap merge' : OF_NO_SHARD[name];
        if (reason === undefined || !isGiven(called, name)) continue;
        called.error(`error: ${option.flags} does not go with --shard: ${reason}; leave it out`);
      }
    });
  return added as Command<Args, Options & ShardOptions>;
}

function shardChoice(text: string): ShardChoice {
  const [, number = 0, of = 0] = /^(\d{1,6})\/(\d{1,6})$/.exec(text)?.map(Number) ?? [];
  if (number >= 1 && number <= of && of <= MOST_SHARDS) return { number, of };
  throw new InvalidArgumentError(
    `expected a number and how many there are, such as 3/100, from 1/100 to 100/100 and of at most ${MOST_SHARDS}`,
  );
}
