import { EventEmitter } from 'node:events';
import pg from 'pg';
import type { Driver } from '../../src/load/database/driver.js';
import type { VirtualPacer } from './virtual-pacer.js';

type Called = (error?: Error) => void;

/**
 * A server that only waits, in virtual time, behind the driver's own pool: as many queries at a time as there are
 * connections, and no more connections than it admits.
 */
export function fakeServer(pacer: VirtualPacer, max_connections: number) {
  const texts: string[] = [];
  let open = 0;
  class Client extends EventEmitter {
    // The pool asks a client of the driver for these.
    readonly _queryable = true;
    _ending = false;

    connect(called?: Called): Promise<void> | undefined {
      const refused = open >= max_connections;
      const error = Object.assign(new Error('sorry, too many clients already'), { code: '53300' });
      if (!refused) open += 1;
      if (called !== undefined) queueMicrotask(() => called(refused ? error : undefined));
      else return refused ? Promise.reject(error) : Promise.resolve();
      return undefined;
    }

    async query(text: string): Promise<void> {
      texts.push(text);
      const [, seconds] = /work\(\d+, ([^,]+),/.exec(text) ?? [];
      await pacer.until(pacer.now_seconds + Number(seconds ?? 0));
    }

    end(called?: Called): Promise<void> {
      if (!this._ending) open -= 1;
      this._ending = true;
      this.emit('end');
      called?.();
      return Promise.resolve();
    }
  }
  return { driver: { Client, Pool: pg.Pool } as unknown as Driver, texts };
}
