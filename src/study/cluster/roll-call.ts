import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { isOwn, PREFIX, STAMP, type Stamp, stampText } from './cluster-names.js';

/** A worker that has not reported for this long is gone. */
const CALL_TTL_MS = 9_000;
/** Between two calls. */
export const CALL_MS = 3_000;

export interface PresentWorker extends Stamp {
  /** Number of its concurrent runs. */
  readonly slots: number;
}

const LIST = `${PREFIX}:workers`;

/** The list of connected workers. Each renews its entry, which expires otherwise. */
export class RollCall {
  readonly #redis: Redis;
  readonly #id = randomUUID();

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** Enters this worker, or renews its entry. */
  async call(present: PresentWorker): Promise<void> {
    await this.#redis
      .multi()
      .sadd(LIST, this.#id)
      .set(keyOf(this.#id), JSON.stringify(present), 'PX', CALL_TTL_MS)
      .exec();
  }

  async present(): Promise<readonly PresentWorker[]> {
    const ids = await this.#redis.smembers(LIST);
    if (ids.length === 0) return [];
    const entries = await this.#redis.mget(ids.map((id) => keyOf(id)));
    const gone = ids.filter((_, index) => typeof entries[index] !== 'string');
    if (gone.length > 0) await this.#redis.srem(LIST, ...gone);
    return entries.flatMap((entry) =>
      typeof entry === 'string' ? [JSON.parse(entry) as PresentWorker] : [],
    );
  }

  async leave(): Promise<void> {
    await this.#redis.multi().srem(LIST, this.#id).del(keyOf(this.#id)).exec();
  }
}

function keyOf(id: string): string {
  return `${LIST}:${id}`;
}

/** Concurrent runs of all workers with this program's stamp. */
export function slotsOf(workers: readonly PresentWorker[]): number {
  return workers.filter(isOwn).reduce((sum, { slots }) => sum + slots, 0);
}

/** Why no worker takes the runs, as a sentence without a full stop. */
export function absenceText(workers: readonly PresentWorker[]): string {
  const others = workers.filter((worker) => !isOwn(worker));
  if (others.length === 0) return 'no worker there; start one with "neap worker"';
  const kinds = [...new Set(others.map(stampText))].sort();
  const list = kinds
    .map(
      (kind) => `${counted(others.filter((each) => stampText(each) === kind).length, 'worker')} of ${kind}`,
    )
    .join(', ');
  const isRebuilt = others.some(({ version }) => version === STAMP.version);
  const remedy = isRebuilt
    ? 'two builds of one version may differ in what they compute: start one of the same build'
    : 'start one of the same version';
  return `${list} there, but none of this program's ${stampText(STAMP)}; ${remedy}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
