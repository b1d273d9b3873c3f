import { describe, expect, test } from 'vitest';
import * as testing from '../../src/testing/index.js';
import * as properties from '../../src/testing/properties.js';

type Untyped = Readonly<Record<string, unknown>>;

// Untyped, as in JavaScript.
const LIBRARY: Untyped = { ...testing, ...properties };
const call = async (name: string, args: readonly unknown[]) =>
  (LIBRARY[name] as (...args: readonly unknown[]) => unknown)(...args);
const nothing = () => undefined;
const SCALE = { duration_seconds: 60, queries: 5 };

test.each([
  ['withEmulator', [5], 'withEmulator: test: expected a function, got 5'],
  ['withEmulator', [nothing, { sped: 1 }], 'options of an emulator: "sped" is unknown; expected'],
  [
    'withEmulator',
    [nothing, { timers: {} }],
    'timers: expected vi of vitest, jest, or mock.timers of node:test',
  ],
  ['withPostgres', [nothing, { program: 'x' }], 'options of withPostgres: "program" is unknown; expected'],
  [
    'withPostgres',
    [nothing, { programs: 5 }],
    'options of withPostgres: "programs": expected a string, got 5',
  ],
  ['withPostgres', [nothing, { endpoint: { min: 5 } }], '"endpoint.min" is unknown; expected autoscaling'],
  ['withPostgres', [nothing, { log: 5 }], 'options of withPostgres: "log": expected a function, got 5'],
  ['recordRun', [5], 'recordRun: compiled: expected a compiled scenario; recordDocument takes a document'],
  ['recordDocument', ['x'], 'recordDocument: document: expected an object, got "x"'],
  ['recordDocument', [{}, -1], 'recordDocument: replication: expected at least 0, got -1'],
  ['checkInvariants', [{}], 'checkInvariants: run: expected a run that recordRun or recordDocument recorded'],
  ['scenarioDocuments', [{ compute: 1 }], 'scenarioDocuments: constraints: "compute" is unknown; expected'],
  [
    'scenarioDocuments',
    [{ plans: ['x'] }],
    'scenarioDocuments: constraints: "plans.0": expected one of free',
  ],
  ['loadDocuments', [['a'], SCALE, 0], 'loadDocuments: at_least_one: expected at least 1, got 0'],
  ['eventDocuments', [[{}], { plan: 'scale' }], 'eventDocuments: scenario: "duration_seconds" is missing'],
  [
    'platformCommands',
    [{ waits_ms: [-1] }],
    'platformCommands: options: "waits_ms.0": expected at least 0, got -1',
  ],
  [
    'runPlatformCommands',
    [{}, []],
    'runPlatformCommands: platform: "adapter" is missing; expected an object',
  ],
  [
    'assertScenarios',
    [5, nothing],
    'assertScenarios: documents: expected an arbitrary of scenario documents',
  ],
  ['shrinkDocument', [{}], 'shrinkDocument: still_fails is missing; expected a function'],
])('%s(%j) is refused', async (name, args, message) => {
  await expect(call(name, args)).rejects.toThrow(message);
});

/** Functions without arguments. */
const ALONE = [
  'configuredPools',
  'connectionKinds',
  'queryDemands',
  'retryPolicies',
  'subscriptions',
  'transactions',
];

describe('wrong arguments of', () => {
  const names = Object.keys(LIBRARY).filter(
    (name) => typeof LIBRARY[name] === 'function' && !ALONE.includes(name),
  );
  test.each(names)('%s are refused with a TypeError that names the function', async (name) => {
    for (const wrong of [null, -1, 0.5, Number.NaN, 'x', []]) {
      const answer = call(name, [wrong]).then(
        (made) => new Error(`made ${String(made)} of ${JSON.stringify(wrong)}`),
        (error: Error) => error,
      );
      expect(await answer).toMatchObject({
        name: 'TypeError',
        message: expect.stringMatching(new RegExp(`^(${name}|checkInvariants): .*expected`)),
      });
    }
  });
});
