// The application against a compute that sleeps, restarts and refuses: a real PostgreSQL behind an emulated compute.
//
//   node --test
//   ORDERS=./orders-with-a-bug.mjs node --test     # what the tests are for
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withPostgres } from 'neap/testing';
import pg from 'pg';

const { Orders } = await import(process.env['ORDERS'] ?? './orders.mjs');
const SMALLEST = { endpoint: { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25 } };

/**
 * @param {(orders: any, database: import('neap/testing').PostgresFixture) => Promise<void>} body
 */
const withOrders = (body) =>
  withPostgres(async (database) => {
    const orders = new Orders(database.connection_uri);
    try {
      await orders.prepare();
      await body(orders, database);
    } finally {
      await orders.close();
    }
  }, SMALLEST);

test('an order after five idle minutes wakes the compute', () =>
  withOrders(async (orders, { advance }) => {
    await orders.add('before', 1);
    await advance(301_000);
    await orders.add('after', 2);
    assert.equal(await orders.count(), 2);
  }));

test('every order is stored once while the compute is restarted', () =>
  withOrders(async (orders, { restart }) => {
    const adding = Array.from({ length: 200 }, (_, index) => orders.add(`order ${index}`, index));
    await restart();
    await Promise.all(adding);
    assert.equal(await orders.count(), 200);
  }));

test('orders wait while others hold every connection', () =>
  withOrders(async (orders, { connection_uri, suspend }) => {
    // The next connections of the application are new ones.
    await suspend();
    const others = [];
    for (;;) {
      const client = new pg.Client({ connectionString: connection_uri });
      client.on('error', () => undefined);
      try {
        await client.connect();
        others.push(client);
      } catch (error) {
        assert.equal(/** @type {any} */ (error).code, '53300');
        break;
      }
    }
    assert.ok(others.length >= 90, `${others.length} connections`);
    const adding = orders.add('patient', 1);
    await Promise.all(others.map((client) => client.end()));
    await adding;
    assert.equal(await orders.count(), 1);
  }));
