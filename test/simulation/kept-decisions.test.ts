import { expect, it } from 'vitest';
import { packedDecisions } from '../../src/simulation/outcome/decision-slices.js';
import { KeptDecisions } from '../../src/simulation/outcome/fleet-record.js';
import type { DecisionRow } from '../../src/simulation/run/observation.js';

const COMPUTES = [{ name: 'b' }, { name: 'a' }];

/** Decisions in the order of the parts of a fleet: all of one compute, then all of the next. */
const ROWS = COMPUTES.flatMap(({ name }) =>
  Array.from(
    { length: 40 },
    (_, place): DecisionRow => ({
      time_seconds: (place * 97) % 100,
      compute: name,
      decision: place % 2 === 0 ? 'wake' : 'suspend',
      state: 'active',
      cu_before: 0,
      cu_after: place / 3,
      load_average_1m: -0,
      load_average_5m: 0.1,
      scaling:
        place % 3 === 0
          ? undefined
          : {
              goal_cpu_cu: place,
              goal_memory_cu: undefined,
              goal_lfc_cu: 0.5,
              goal_cu: 1,
              won_by: 'cpu',
              blocked: '',
            },
      running: place,
      connections: 2,
      reason: `number ${place}`,
      load: place % 5 === 0 ? undefined : 'app',
    }),
  ),
);

function kept(...how: ConstructorParameters<typeof KeptDecisions>): KeptDecisions {
  const decisions = new KeptDecisions(...how);
  for (const row of ROWS) decisions.add(row);
  return decisions;
}

it('decisions of a fleet are sorted by time, then by compute, whether packed or not', () => {
  const expected = ROWS.toSorted(
    (one, other) =>
      one.time_seconds - other.time_seconds || Number(one.compute === 'a') - Number(other.compute === 'a'),
  );
  for (const most of [1, 7, ROWS.length, ROWS.length + 1])
    expect([...kept(packedDecisions(100), most).inOrder(COMPUTES)]).toStrictEqual(expected);
});

it('decisions are packed only if a packing exists', () => {
  expect(kept(undefined, 1).rows).toStrictEqual(ROWS);
  expect(() => kept(packedDecisions(100), 7).rows).toThrow('they are packed');
});
