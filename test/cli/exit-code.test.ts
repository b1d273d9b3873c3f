import { describe, expect, it } from 'vitest';
import { AdapterError } from '../../src/adapter/adapter-error.js';
import { ApplyRefused } from '../../src/adapter/apply/apply-plan.js';
import { failureOf } from '../../src/cli/shared/failure.js';
import { ResultDirectoryError } from '../../src/files/result-directory.js';
import { ScenarioError } from '../../src/scenario/document/diagnostic.js';
import { InvariantError } from '../../src/simulation/run/invariant.js';
import { TraceError } from '../../src/workload/trace/reading/trace-error.js';

describe('the exit code', () => {
  it('is 2 for wrong input, with its location', () => {
    const diagnostic = { source: 'app.yaml', line: 3, column: 1, path: 'seed', message: 'expected a value' };
    expect(failureOf(new ScenarioError([diagnostic]))).toEqual({
      exit_code: 2,
      message: 'app.yaml:3:1: error: seed: expected a value',
    });
    expect(failureOf(new TraceError('requests.csv', 'expected a number', { line: 7, column: 2 }))).toEqual({
      exit_code: 2,
      message: 'requests.csv:7:2: expected a number',
    });
    expect(failureOf(new ResultDirectoryError('no room')).exit_code).toBe(2);
  });

  it('is 3 for a broken invariant, with the information needed to reproduce it', () => {
    const { exit_code, message } = failureOf(
      new InvariantError('no query is served while idle', '3 running', '42', 12.5, 'suspend'),
    );
    expect(exit_code).toBe(3);
    for (const part of ['no query is served while idle', '3 running', '42', '12.5 s', 'suspend']) {
      expect(message).toContain(part);
    }
  });

  it.each([
    [2, { status: 0, code: 'bad_api_key', message: 'no API key' }, 'neap: no API key'],
    [
      2,
      { status: 404, message: 'project not found', call: 'GET /projects/x', request_id: 'r-1' },
      'neap: GET /projects/x: project not found (status 404, request r-1)\nCheck the id',
    ],
    [
      2,
      { status: 422, code: 'PLAN_LIMIT_EXCEEDED', message: 'too large' },
      'neap: too large (status 422, PLAN_LIMIT_EXCEEDED)',
    ],
    [2, { status: 200, code: 'unexpected_answer', message: 'a page' }, 'neap: a page (status 200)'],
    [2, { status: 401, message: 'no such key' }, 'The key in NEON_API_KEY must be one of this service'],
    [3, { status: 423, message: 'locked' }, 'neap: locked (status 423)'],
    [3, { status: 503, message: 'away' }, 'neap: away (status 503)'],
    [3, { status: 0, code: 'timeout', message: 'no answer' }, 'neap: no answer'],
    [3, { status: 0, code: 'operation_failed', message: 'it failed' }, 'neap: it failed'],
  ])('is %i for a service that answers %j', (exit_code, failure, message) => {
    const told = failureOf(new AdapterError(failure));
    expect(told.exit_code).toBe(exit_code);
    expect(told.message).toContain(message);
  });

  it('is 2 for changes that are refused before any call is made', () => {
    expect(failureOf(new ApplyRefused(['one', 'two']))).toEqual({ exit_code: 2, message: 'one\ntwo' });
  });

  it('is 2 for a component that was not installed, and the message names its package', () => {
    const missing = (name: string) =>
      Object.assign(new Error(`Cannot find package '${name}' imported from /x/cli/chunk.js`), {
        code: 'ERR_MODULE_NOT_FOUND',
      });
    expect(failureOf(missing('wasm-xlsxwriter'))).toEqual({
      exit_code: 2,
      message:
        'neap: the optional package wasm-xlsxwriter is not installed; add it where neap is installed: npm install wasm-xlsxwriter',
    });
    expect(failureOf(missing('zod')).exit_code).toBe(3);
  });

  it('is 3 for any other error, in a message without a stack trace', () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
      syscall: 'write',
      code: 'ENOSPC',
    });
    expect(failureOf(full)).toMatchObject({ exit_code: 3 });
    expect(failureOf(full).message).toContain('no space left on device');
    const missing = Object.assign(new Error('ENOENT: no such file or directory, open'), {
      syscall: 'open',
      code: 'ENOENT',
    });
    expect(failureOf(missing)).toMatchObject({ exit_code: 2 });
    expect(failureOf(new TypeError('x is not a function')).message).toMatch(
      /^neap: the run failed: x is not/,
    );
    expect(failureOf('odd').exit_code).toBe(3);
  });
});
