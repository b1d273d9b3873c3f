// A small application on a serverless Postgres: orders, each stored once, whatever the compute does meanwhile.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/**
 * What a compute answers, or a connection dies of, while it sleeps, restarts or is full; the same query is worth
 * another attempt.
 */
const PASSING = new Set(['57P01', '57P03', '53300', 'ECONNRESET', 'EPIPE']);
const ATTEMPTS = 10;

export class Orders {
  #pool;

  /** @param {string} connection_uri */
  constructor(connection_uri) {
    this.#pool = new pg.Pool({ connectionString: connection_uri, max: 5, connectionTimeoutMillis: 10_000 });
    // A compute that is suspended closes the idle connections of the pool, each of which tells the pool of an error.
    // Nobody waits for them; but without a listener the process ends.
    this.#pool.on('error', () => undefined);
  }

  async prepare() {
    await this.#query('create table if not exists orders (id text primary key, amount integer not null)', []);
  }

  /**
   * Stores an order. An attempt that was cut may have stored it: the next one then changes nothing.
   * @param {string} id
   * @param {number} amount
   */
  async add(id, amount) {
    await this.#query('insert into orders values ($1, $2) on conflict (id) do nothing', [id, amount]);
  }

  /** @returns {Promise<number>} */
  async count() {
    const { rows } = await this.#query('select count(*)::int as count from orders', []);
    return rows[0].count;
  }

  async close() {
    await this.#pool.end();
  }

  /**
   * @param {string} text
   * @param {readonly unknown[]} values
   * @returns {Promise<any>}
   */
  async #query(text, values) {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#pool.query(text, [...values]);
      } catch (error) {
        const { code = '', message } = /** @type {Error & { code?: string }} */ (error);
        const passes = PASSING.has(code) || message.startsWith('Connection terminated');
        if (!passes || attempt === ATTEMPTS) throw error;
        await pause(100 * attempt);
      }
    }
  }
}
