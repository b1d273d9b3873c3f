import type { MergedWork } from './merged-work.js';

let underWay: MergedWork | undefined;

/** The work whose shards are being merged by the command under way; `undefined` for any other command. */
export function workBeingMerged(): MergedWork | undefined {
  return underWay;
}

/** Does something for which {@link workBeingMerged} is this work. */
export async function whileMerging<Result>(work: MergedWork, body: () => Promise<Result>): Promise<Result> {
  underWay = work;
  try {
    return await body();
  } finally {
    underWay = undefined;
  }
}
