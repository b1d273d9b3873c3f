import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { isSame, PREFIX, STAMP, type Stamp, stampText } from './cluster-names.js';

/** Who has not called for so long has gone. */
const CALL_TTL_MS = 9_000;
/** Between two calls. */
export const CALL_MS = 3_000;

/** A worker that is connected. */
export interface PresentWorker extends Stamp {
  /** Runs that it makes at once. */
  readonly slots: number;
  /** Whether it runs policies of modules. */
  readonly modules: boolean;
}

/** Who waits for runs. */
export interface PresentAsker extends Stamp {
  readonly runs: number;
  /** Whether some of them call policies of modules. */
  readonly modules: boolean;
}

/** The list of those who are there, each renewing its own entry, which ends by itself where nobody does. */
export class RollCall<Present extends Stamp> {
  readonly #redis: Redis;
  readonly #list: string;
  readonly #id = randomUUID();

  constructor(redis: Redis, who: 'workers' | 'askers') {
    this.#redis = redis;
    this.#list = `${PREFIX}:${who}`;
  }

  /** Enters or renews the own entry. */
  async call(present: Present): Promise<void> {
    await this.#redis
      .multi()
      .sadd(this.#list, this.#id)
      .set(this.#keyOf(this.#id), JSON.stringify(present), 'PX', CALL_TTL_MS)
      .exec();
  }

  /** Everybody who is there. */
  async present(): Promise<readonly Present[]> {
    const ids = await this.#redis.smembers(this.#list);
    if (ids.length === 0) return [];
    const entries = await this.#redis.mget(ids.map((id) => this.#keyOf(id)));
    const gone = ids.filter((_, index) => typeof entries[index] !== 'string');
    if (gone.length > 0) await this.#redis.srem(this.#list, ...gone);
    return entries.flatMap((entry) => (typeof entry === 'string' ? [JSON.parse(entry) as Present] : []));
  }

  /** Takes the own entry away. */
  async leave(): Promise<void> {
    await this.#redis.multi().srem(this.#list, this.#id).del(this.#keyOf(this.#id)).exec();
  }

  #keyOf(id: string): string {
    return `${this.#list}:${id}`;
  }
}

/** Runs that all workers of one's own stamp make at once. @param modules only those that run policies of modules */
export function slotsOf(workers: readonly PresentWorker[], modules: boolean): number {
  return workers
    .filter((worker) => isSame(worker, STAMP) && (worker.modules || !modules))
    .reduce((sum, { slots }) => sum + slots, 0);
}

/** Why nobody takes work, in a sentence without its end. */
export function absenceText(workers: readonly PresentWorker[], modules: boolean): string {
  const others = workers.filter((worker) => !isSame(worker, STAMP));
  const unwilling = modules ? workers.length - others.length : 0;
  if (unwilling > 0) {
    return `${counted(unwilling, 'worker')} there, but none runs policies from modules, as this scenario asks; start one with --allow-modules`;
  }
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
