import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type RunRecord, recordDocument } from '../../src/testing/index.js';
import {
  computeSizes,
  type ScenarioInput,
  scenarioDocuments,
  suspendTimeouts,
} from '../../src/testing/properties.js';
import { cases } from '../long-suite.js';

/** The number of arrivals at each compute in each interval. */
function arrivals(record: RunRecord): readonly (readonly [string, number, number])[] {
  return record.timeline.map((row) => [row.compute, row.end_seconds, row.arrived]);
}

function shownOf(record: RunRecord, compute: string): string {
  const of = (row: { readonly compute: string }) => row.compute === compute;
  return JSON.stringify([record.timeline.filter(of), record.decisions.filter(of)]);
}

/** Another size and timeout for the primary; edits would conflict with them, so events are left out. */
function withPrimary(document: ScenarioInput, settings: Readonly<Record<string, number>>): ScenarioInput {
  const [primary, ...replicas] = document.computes;
  const { name, type } = primary as { readonly name: string; readonly type: string };
  return { ...document, events: [], computes: [{ name, type, ...settings }, ...replicas] };
}

const settings = fc
  .tuple(computeSizes('scale', 'platform'), suspendTimeouts())
  .filter(([size]) => size.autoscaling_limit_max_cu <= 16)
  .map(([size, suspend_timeout_seconds]) => ({ ...size, suspend_timeout_seconds }));

const scale = scenarioDocuments({ plans: ['scale'], events: 0, open: true });

test("a compute's settings do not move any load's arrivals", async () => {
  await fc.assert(
    fc.asyncProperty(scale, settings, settings, async (any, one, other) => {
      // The queries of a session follow one another, so they depend on the speed of the compute.
      const load = any.load.map((each) => ({ ...each, connection: { kind: 'per_query' } }));
      const document = { ...any, load };
      const first = await recordDocument(withPrimary(document, one));
      const second = await recordDocument(withPrimary(document, other));
      expect(arrivals(second)).toEqual(arrivals(first));
    }),
    { seed: 7, numRuns: cases(30) },
  );
});

test('settings of one compute do not affect another', async () => {
  await fc.assert(
    fc.asyncProperty(scale, settings, settings, async (document, one, other) => {
      const first = await recordDocument(withPrimary(document, one));
      const second = await recordDocument(withPrimary(document, other));
      for (const { name } of first.scenario.computes.slice(1)) {
        expect(shownOf(second, name)).toBe(shownOf(first, name));
      }
    }),
    { seed: 8, numRuns: cases(30) },
  );
});

test('an additional load does not move the arrivals of the others', async () => {
  await fc.assert(
    fc.asyncProperty(scale, async (any) => {
      const load = any.load.map((each) => ({ ...each, connection: { kind: 'per_query' } }));
      const extra = { name: 'extra', compute: 'primary', rate: '1/min', query: { cpu: '1s' } };
      const first = await recordDocument({ ...any, load });
      const alone = await recordDocument({ ...any, load: [extra] });
      const both = await recordDocument({ ...any, load: [extra, ...load] });
      const sums = arrivals(first).map(([compute, end, count], row) => [
        compute,
        end,
        count + arrivals(alone)[row]![2],
      ]);
      expect(arrivals(both)).toEqual(sums);
    }),
    { seed: 9, numRuns: cases(20) },
  );
});
