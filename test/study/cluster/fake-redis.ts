import type { Redis } from 'ioredis';

/** The part of Redis that contents and worker presence use, in memory; every command is recorded. */
export class FakeRedis {
  readonly keys = new Map<string, Map<string, Buffer> | Set<string> | string>();
  readonly commands: string[] = [];

  /** The interface that its users see. */
  get redis(): Redis {
    return this as unknown as Redis;
  }

  #hash(key: string): Map<string, Buffer> {
    const known = this.keys.get(key) as Map<string, Buffer> | undefined;
    const hash = known ?? new Map<string, Buffer>();
    this.keys.set(key, hash);
    return hash;
  }

  async expire(key: string, seconds: number): Promise<number> {
    this.commands.push(`expire ${key} ${seconds}`);
    return Number(this.keys.has(key));
  }

  async hset(key: string, field: string, value: Buffer | number): Promise<void> {
    this.commands.push(`hset ${key} ${field}`);
    this.#hash(key).set(field, Buffer.isBuffer(value) ? value : Buffer.from(String(value)));
  }

  async hexists(key: string, field: string): Promise<number> {
    return Number((await this.hgetBuffer(key, field)) !== null);
  }

  async hgetBuffer(key: string, field: string): Promise<Buffer | null> {
    return (this.keys.get(key) as Map<string, Buffer> | undefined)?.get(field) ?? null;
  }

  async hget(key: string, field: string): Promise<string | null> {
    return (await this.hgetBuffer(key, field))?.toString() ?? null;
  }

  async unlink(keys: readonly string[]): Promise<void> {
    this.commands.push(`unlink ${keys.join(' ')}`);
    for (const key of keys) this.keys.delete(key);
  }

  async sadd(key: string, member: string): Promise<void> {
    this.keys.set(key, new Set([...(await this.smembers(key)), member]));
  }

  async srem(key: string, ...members: readonly string[]): Promise<void> {
    this.keys.set(key, new Set((await this.smembers(key)).filter((each) => !members.includes(each))));
  }

  async smembers(key: string): Promise<readonly string[]> {
    return [...((this.keys.get(key) as Set<string> | undefined) ?? [])];
  }

  async set(key: string, value: string, px: string, ms: number): Promise<void> {
    this.commands.push(`set ${px} ${ms}`);
    this.keys.set(key, value);
  }

  async mget(keys: readonly string[]): Promise<readonly (string | null)[]> {
    return keys.map((key) => (this.keys.get(key) as string | undefined) ?? null);
  }

  async del(key: string): Promise<void> {
    this.keys.delete(key);
  }

  /** Commands that are executed together. */
  multi(): unknown {
    const begun: (() => Promise<unknown>)[] = [];
    const chain: unknown = new Proxy(
      {},
      {
        get: (_, name: string) =>
          name === 'exec'
            ? async () => {
                for (const each of begun) await each();
              }
            : (...args: readonly unknown[]) => {
                const command = this[name as keyof this] as (
                  ...given: readonly unknown[]
                ) => Promise<unknown>;
                begun.push(() => command.apply(this, [...args]));
                return chain;
              },
      },
    );
    return chain;
  }
}
