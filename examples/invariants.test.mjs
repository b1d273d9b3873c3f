// Properties of scenarios of one's own, checked over random ones.
//
//   node --test examples/invariants.test.mjs
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { scenarioDocuments } from 'neap/properties';
import { assertInvariants, recordDocument } from 'neap/testing';

test('whatever is simulated, the invariants hold', async () => {
  await fc.assert(
    fc.asyncProperty(scenarioDocuments({ computes: 2 }), async (document) => {
      assertInvariants(await recordDocument(document));
    }),
    { seed: 1, numRuns: 20 },
  );
});

test('a compute of one size is never resized', async () => {
  const one = { autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 };
  await fc.assert(
    fc.asyncProperty(scenarioDocuments({ events: 0 }), async (document) => {
      const computes = document.computes.map((compute) => ({ ...compute, ...one }));
      const { decisions } = await recordDocument({ ...document, computes });
      assert.deepEqual(
        decisions.filter(({ decision }) => decision === 'resize'),
        [],
      );
    }),
    { seed: 1, numRuns: 20 },
  );
});
