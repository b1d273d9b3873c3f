import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { CALLS, CONTRACT, ROUTED_CALLS } from '../../src/api/contract.js';
import type { Caller } from '../../src/platform/checks/caller.js';
import { call, withTag } from '../../src/platform/resource/call.js';
import type { State } from '../../src/platform/store/state.js';

describe('a call of the contract', () => {
  const answer = z.object({ id: z.string() });

  test('a call of the contract is one frozen value with place, schemas and rule', () => {
    const { getThing } = withTag('Thing', {
      getThing: call('GET /things/{thing_id}', {
        summary: 'Get a thing',
        query: { deep: z.boolean() },
        answer,
        rule: (_state, _caller, { thing_id, deep }) => ({ id: `${thing_id} ${deep}` }),
      }),
    });
    const named = { operation_id: 'getThing', tag: 'Thing', method: 'GET', path: '/things/{thing_id}' };
    expect(getThing).toMatchObject({ ...named, status: 200, body: undefined });
    expect(getThing.rule(undefined as never, undefined as never, { thing_id: 'a', deep: true })).toEqual({
      id: 'a true',
    });
    expect(Object.keys(getThing.params.shape)).toEqual(['thing_id']);
    expect(Object.isFrozen(getThing)).toBe(true);
    expect(CALLS.every((each) => Object.isFrozen(each))).toBe(true);
  });

  test('a call compiles only if its rule takes the input and returns the answer of its schemas', () => {
    const of = { summary: 'Get', answer };
    const query = { deep: z.boolean() };
    // @ts-expect-error there is no id in the path
    call('GET /things', { ...of, rule: (_state, _caller, input) => ({ id: input.id }) });
    // @ts-expect-error a misspelt attribute of the query
    call('GET /things', { ...of, query, rule: (_state, _caller, { depe }) => ({ id: String(depe) }) });
    // @ts-expect-error the answer's id is a text
    call('GET /things', { ...of, rule: () => ({ id: 1 }) });
    // @ts-expect-error only a call with `absent` answers nothing
    call('DELETE /things', { ...of, rule: () => undefined });
    const on = (_state: State, _caller: Caller, ids: { thing_id: string }) => ids;
    // @ts-expect-error the subject's finder needs an id that is not in the path
    call('GET /things', { ...of, on, rule: () => ({ id: '1' }) });
    // @ts-expect-error nothing serves the call
    call('GET /things', of);
    call('DELETE /things', { ...of, absent: 204, rule: () => undefined });
  });

  test('calls are listed by name, and a fixed path precedes one with a parameter in its place', () => {
    for (const [id, { operation_id }] of Object.entries(CONTRACT)) expect(operation_id).toBe(id);
    const place = (id: string) => ROUTED_CALLS.findIndex(({ operation_id }) => operation_id === id);
    expect(place('listSharedProjects')).toBeLessThan(place('getProject'));
    expect(place('countProjectBranches')).toBeLessThan(place('getProjectBranch'));
    expect(place('createNeonAuthIntegration')).toBeLessThan(place('recoverProject'));
  });
});
