import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { AdapterError } from '../../src/adapter/adapter-error.js';
import { ApplyRefused } from '../../src/adapter/apply/apply-plan.js';
import { failureOf } from '../../src/cli/shared/failure.js';
import { ResultDirectoryError } from '../../src/files/result-directory.js';
import { ScenarioError } from '../../src/scenario/document/diagnostic.js';
import { InvariantError } from '../../src/simulation/run/invariant.js';
import { TraceError } from '../../src/workload/trace/reading/trace-error.js';

type Answer = ConstructorParameters<typeof AdapterError>[0];

const ANSWERS: readonly (readonly [exit_code: number, answer: Answer, message: string])[] = parse(
  readFileSync(new URL('exit-code.yaml', import.meta.url), 'utf8'),
);

it.each(ANSWERS)('the exit code is %i for a service that answers %j', (exit_code, answer, message) => {
  const failure = failureOf(new AdapterError(answer));
  expect(failure).toEqual({ exit_code, message: expect.stringContaining(message) });
});

const systemError = (code: string, message: string, details: object = {}) =>
  Object.assign(new Error(message), { code, ...details });
const missingPackage = (name: string) =>
  systemError('ERR_MODULE_NOT_FOUND', `Cannot find package '${name}' imported from /x/cli/chunk.js`);
const wrongSeed = { source: 'app.yaml', line: 3, column: 1, path: 'seed', message: 'expected a value' };

it.each<readonly [what: string, error: unknown, exit_code: number, message: string | RegExp]>([
  ['a wrong scenario', new ScenarioError([wrongSeed]), 2, 'app.yaml:3:1: error: seed: expected a value'],
  [
    'a wrong trace',
    new TraceError('requests.csv', 'expected a number', { line: 7 }),
    2,
    'requests.csv:7: expected a number',
  ],
  ['a folder that cannot be written', new ResultDirectoryError('no room'), 2, 'neap: no room'],
  ['changes that are refused before any call', new ApplyRefused(['one', 'two']), 2, 'one\ntwo'],
  [
    'an optional package that is not installed',
    missingPackage('wasm-xlsxwriter'),
    2,
    'neap: the optional package wasm-xlsxwriter is not installed; add it where neap is installed: npm install wasm-xlsxwriter',
  ],
  ['a required package that is missing', missingPackage('zod'), 3, /zod/],
  [
    'a path that leads nowhere',
    systemError('ENOENT', 'ENOENT: no such file', { syscall: 'open' }),
    2,
    /no such file/,
  ],
  ['a full disk', systemError('ENOSPC', 'ENOSPC: no space left', { syscall: 'write' }), 3, /no space left/],
  [
    'a broken invariant, with what reproduces it',
    new InvariantError('no query is served while idle', '3 running', '42', 12.5, 'suspend'),
    3,
    /no query is served while idle.*3 running.*suspend.*12\.5 s.*42/s,
  ],
  ['a defect, without its stack', new TypeError('x is not a function'), 3, /^neap: the run failed: x is not/],
  ['a value that is not an error', 'odd', 3, /odd/],
])('a command reports %s, and exits as documented', (_what, error, exit_code, message) => {
  const expected = typeof message === 'string' ? message : expect.stringMatching(message);
  expect(failureOf(error)).toEqual({ exit_code, message: expected });
});
