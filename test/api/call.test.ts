import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { call, tagged } from '../../src/api/call.js';
import { CALLS, CONTRACT, ROUTED_CALLS } from '../../src/api/contract.js';
import type { Caller } from '../../src/platform/checks/caller.js';
import type { State } from '../../src/platform/store/state.js';

describe('a call of the contract', () => {
  test('is one frozen value: place, schemas, rule', () => {
    const rules = {
      getThing: (_state: State, _caller: Caller, input: { thing_id: string; deep: boolean }) => ({
        id: `${input.thing_id} ${input.deep}`,
      }),
    };
    const { getThing } = tagged('Thing', rules, {
      getThing: call('GET /things/{thing_id}', {
        summary: 'Get a thing',
        query: { deep: z.boolean() },
        answer: z.object({ id: z.string() }),
      }),
    });
    expect(getThing).toMatchObject({
      operation_id: 'getThing',
      tag: 'Thing',
      method: 'GET',
      path: '/things/{thing_id}',
      status: 200,
      body: undefined,
      rule: rules.getThing,
    });
    expect(Object.keys(getThing.params.shape)).toEqual(['thing_id']);
    expect(Object.isFrozen(getThing)).toBe(true);
    expect(CALLS.every((each) => Object.isFrozen(each))).toBe(true);
  });

  test('has a rule that takes what its schemas leave and gives what they say, or does not compile', () => {
    const answer = z.object({ id: z.string() });
    const wantsId = (_state: State, _caller: Caller, input: { id: string }) => input;
    const givesNumber = () => ({ id: 1 });
    const givesText = () => ({ id: '1' });
    const things = { getThing: call('GET /things', { summary: 'Get', answer }) };
    // @ts-expect-error there is no id in the path
    const taking = tagged('Thing', { getThing: wantsId }, things);
    // @ts-expect-error the answer's id is a text
    const giving = tagged('Thing', { getThing: givesNumber }, things);
    // @ts-expect-error nothing serves the call
    const without = tagged('Thing', {}, things);
    const right = tagged('Thing', { getThing: givesText }, things);
    const served = [taking, giving, without, right].map(({ getThing }) => getThing.rule);
    expect(served).toEqual([wantsId, givesNumber, undefined, givesText]);
  });

  test('stands under its own name, and fixed paths come before those with a parameter in their place', () => {
    for (const [id, { operation_id }] of Object.entries(CONTRACT)) expect(operation_id).toBe(id);
    const place = (id: string) => ROUTED_CALLS.findIndex(({ operation_id }) => operation_id === id);
    expect(place('listSharedProjects')).toBeLessThan(place('getProject'));
    expect(place('countProjectBranches')).toBeLessThan(place('getProjectBranch'));
    expect(place('createNeonAuthIntegration')).toBeLessThan(place('recoverProject'));
  });
});
