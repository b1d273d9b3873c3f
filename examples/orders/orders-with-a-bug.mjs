// The same application as it is often written: it works for as long as the compute does not sleep.
import pg from 'pg';

export class Orders {
  #pool;

  /** @param {string} connection_uri */
  constructor(connection_uri) {
    this.#pool = new pg.Pool({ connectionString: connection_uri, max: 5 });
  }

  async prepare() {
    await this.#pool.query(
      'create table if not exists orders (id text primary key, amount integer not null)',
    );
  }

  /**
   * @param {string} id
   * @param {number} amount
   */
  async add(id, amount) {
    await this.#pool.query('insert into orders values ($1, $2)', [id, amount]);
  }

  /** @returns {Promise<number>} */
  async count() {
    const { rows } = await this.#pool.query('select count(*)::int as count from orders');
    return rows[0].count;
  }

  async close() {
    await this.#pool.end();
  }
}
