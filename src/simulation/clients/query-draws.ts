import type { RandomStream } from '../../kernel/random-stream.js';
import { type Draw, type Fill, sampler, variates } from '../../kernel/sampler.js';
import { AHEAD } from '../../kernel/variates-ahead.js';
import type { LoadSpecification } from '../../workload/load-specification.js';
import type { QueryTable } from '../run/query-table.js';
import type { RunContext } from '../run/run-context.js';

const NONE = new Float64Array(0);

export type DemandColumns = Pick<
  QueryTable,
  'cpuSeconds' | 'pages' | 'memoryBytes' | 'growthBytes' | 'waitSeconds' | 'tempBytes'
>;

/**
 * Demands of the queries of a load. Each demand has a separate random stream. They are drawn in blocks, like all
 * variates generated in advance, and in step: a query has the same index in the blocks of all its demands.
 */
export class DemandDraws {
  /** Whether any load of the run waits, writes temporary files or needs growing memory; if none does, these stay 0. */
  declare private readonly anyOther: boolean;
  declare private readonly grows: boolean;
  declare private readonly fills: readonly (Fill | undefined)[];
  /** The blocks, and all of them as one; created with the first query: most loads of a large run have none. */
  private blocks: readonly Float64Array[] = [];
  private ready = NONE;
  private place = 0;

  constructor(context: Pick<RunContext, 'stream' | 'loads'>, { name, query }: LoadSpecification) {
    const stream = (purpose: string): RandomStream => context.stream(name, purpose);
    const { anyWait, anyTempFiles, memoryGrowth } = context.loads;
    this.anyOther = anyWait || anyTempFiles || memoryGrowth !== undefined;
    this.grows = query.memory_growth_seconds !== undefined;
    this.fills = [
      variates(query.cpu_seconds, stream('cpu')),
      variates(query.pages, stream('pages')),
      variates(query.memory_bytes, stream('memory')),
      anyWait ? variates(query.wait_seconds, stream('wait')) : undefined,
      anyTempFiles ? variates(query.temp_bytes, stream('temp')) : undefined,
    ];
  }

  next(into: DemandColumns, row: number): void {
    if (this.place === 0) this.refill();
    this.place -= 1;
    const { ready, place } = this;
    into.cpuSeconds[row] = ready[place]!;
    into.pages[row] = Math.round(ready[place + AHEAD]!);
    into.memoryBytes[row] = ready[place + 2 * AHEAD]!;
    if (!this.anyOther) return;
    into.waitSeconds[row] = ready[place + 3 * AHEAD]!;
    into.tempBytes[row] = ready[place + 4 * AHEAD]!;
    into.growthBytes[row] = 0;
    if (!this.grows) return;
    into.growthBytes[row] = into.memoryBytes[row]!;
    into.memoryBytes[row] = 0;
  }

  private refill(): void {
    if (this.ready === NONE) {
      this.ready = new Float64Array(this.fills.length * AHEAD);
      this.blocks = this.fills.map((_, index) => this.ready.subarray(index * AHEAD, (index + 1) * AHEAD));
    }
    for (let index = 0; index < this.blocks.length; index++) this.fills[index]?.(this.blocks[index]!);
    this.place = AHEAD;
  }
}

/** The draws of a load's sessions and pools, shared by all its clients. */
export type ConnectionDraws = ReturnType<typeof connectionDraws>;

/** Distributions that a load's sessions and pools draw from. */
export function connectionDraws(
  context: Pick<RunContext, 'stream'>,
  { name, connection }: LoadSpecification,
) {
  const draw = (
    purpose: string,
    distribution: Parameters<typeof sampler>[0] | undefined,
  ): Draw | undefined =>
    distribution === undefined ? undefined : sampler(distribution, context.stream(name, purpose));
  const session = connection.kind === 'session' ? connection : undefined;
  const timeout = connection.kind === 'pool' ? connection.acquire_timeout_seconds : undefined;
  return {
    hold: draw('session-hold', session?.hold_seconds),
    queries: draw('session-queries', session?.queries),
    think: draw('session-think', session?.think_seconds),
    acquireTimeout: draw('acquire-timeout', timeout),
  };
}
