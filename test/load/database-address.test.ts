import { expect, test } from 'vitest';
import { databaseAddress } from '../../src/load/database/database-address.js';
import { LoadRefused } from '../../src/load/database/load-error.js';

test.each([
  ['postgresql://me:secret@db.example:5433/app?sslmode=require', 'me@db.example:5433, database app'],
  ['postgres://db.example/app', 'db.example, database app'],
  ['postgresql://me:secret@/app?host=/var/run/postgresql', 'me@/var/run/postgresql, database app'],
  ['postgresql:///app?host=%2Ftmp', '/tmp, database app'],
  ['postgresql://m%40e:secret@[::1]/app', 'm@e@[::1], database app'],
])('the database address %s is shown without its password', (url, shown) => {
  expect(databaseAddress(url, 'DATABASE_URL')).toEqual({ url, shown });
});

test.each([
  ['secret', 'this is not a URL'],
  ['mysql://me:secret@db/app', 'its scheme is "mysql"'],
  ['postgresql:///app', 'it names no host'],
])('the database address %s is refused without being repeated', (url, problem) => {
  expect(() => databaseAddress(url, '--load')).toThrow(LoadRefused);
  expect(() => databaseAddress(url, '--load')).toThrow(`--load: ${problem}; expected a URL`);
  expect(() => databaseAddress(url, '--load')).not.toThrow('secret');
});
