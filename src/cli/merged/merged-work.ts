import { packageVersion } from '../../files/package-version.js';
import { ResultDirectoryError } from '../../files/result-directory.js';
import { differences, type WorkIdentity, writtenIdentity } from '../../planner/runs/checkpoint.js';
import type { RunLedger } from '../../planner/runs/run-ledger.js';
import type { MergedShards } from '../../planner/shards/merged-shards.js';
import { counted } from '../../report/figures/figure-text.js';

/** Work whose runs were made in shards; it is done once more, with the runs at hand. */
export class MergedWork {
  readonly shards: MergedShards;
  #made = 0;

  constructor(shards: MergedShards) {
    this.shards = shards;
  }

  /**
   * The runs of the shards, and beside them those that are made here.
   * @param own keeps those
   * @throws ResultDirectoryError where the shards are of other work
   */
  ledgerOf(identity: Omit<WorkIdentity, 'version'>, own: RunLedger | undefined): RunLedger {
    this.refuseOther(identity);
    return {
      find: (key) => this.shards.find(key) ?? own?.find(key),
      keep: (key, run) => {
        this.#made += 1;
        own?.keep(key, run);
      },
      ending: own?.ending,
    };
  }

  /** @throws ResultDirectoryError where the shards are of other work */
  refuseOther(identity: Omit<WorkIdentity, 'version'>): void {
    const { folder, manifest } = this.shards.first;
    const now = writtenIdentity({ version: packageVersion(), ...identity });
    // The build has been looked at before any work was begun.
    const differ = differences({ ...manifest, build: now.build! }, now);
    if (differ.length > 0) {
      throw new ResultDirectoryError(
        `the shard in ${folder} is of other work than its own scenario and command: ${differ.join('; ')}; make the shards again`,
      );
    }
  }

  /** Says on standard error where the runs come from. */
  sayWhatWasMade(quiet: boolean): void {
    if (quiet) return;
    const { runs, count } = this.shards;
    const here = this.#made === 0 ? '' : `, and ${counted(this.#made, 'run')} made here`;
    process.stderr.write(`neap: ${counted(runs, 'run')} of ${counted(count, 'shard')}${here}\n`);
  }
}
