import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseScenario } from '../../src/scenario/load-scenario.js';
import { fleetParts, JoinedParts } from '../../src/simulation/fleet/fleet-parts.js';
import { KeptComputes } from '../../src/simulation/outcome/compute-sink.js';
import { FleetRecord } from '../../src/simulation/outcome/fleet-record.js';
import type { DecisionRow, TimelineRow } from '../../src/simulation/run/observation.js';
import { simulate } from '../../src/simulation/simulation.js';
import { assertInvariants, recordDocument, recordRun } from '../../src/testing/index.js';
import { fleetDocuments } from '../../src/testing/properties.js';
import { cases } from '../long-suite.js';

test('the invariants hold for each tenant of a fleet', async () => {
  await fc.assert(
    fc.asyncProperty(fleetDocuments(), async (document) => {
      const computes = { ...document.computes, rows: 'tenants' };
      assertInvariants(await recordDocument({ ...document, computes }));
    }),
    { seed: 20260105, numRuns: cases(60) },
  );
});

test("fleet rows are the sums of the tenants' rows, with the same results", async () => {
  await fc.assert(
    fc.asyncProperty(fleetDocuments(), async (document) => {
      const run = async (rows: string) =>
        recordRun(
          await parseScenario(JSON.stringify({ ...document, computes: { ...document.computes, rows } })),
        );
      const whole = await run('fleet');
      const each = await run('tenants');
      expect(whole.observations).toEqual(each.observations);
      for (const row of whole.timeline) {
        const parts = each.timeline.filter(({ start_seconds }) => start_seconds === row.start_seconds);
        const sum = (of: (part: (typeof parts)[number]) => number): number =>
          parts.reduce((total, part) => total + of(part), 0);
        expect(row.compute).toBe('tenant');
        expect(row.cu_seconds).toBeCloseTo(
          sum((part) => part.cu_seconds),
          6,
        );
        expect(row.active_seconds).toBeCloseTo(
          sum((part) => part.active_seconds),
          6,
        );
        for (const count of [
          'arrived',
          'completed',
          'failed',
          'refused',
          'attempts',
          'wakes',
          'delayed',
        ] as const) {
          expect(row[count]).toBe(sum((part) => part[count]));
        }
        expect(row.latency.count).toBe(sum(({ latency }) => latency.count));
      }
    }),
    { seed: 7, numRuns: cases(40) },
  );
});

test('fleet results are identical to the last bit, however the fleet is divided', async () => {
  await fc.assert(
    fc.asyncProperty(
      fleetDocuments(7),
      fc.integer({ min: 1, max: 3 }),
      fc.boolean(),
      async (document, tenants, backwards) => {
        const computes = { ...document.computes, rows: 'fleet' };
        const scenario = await parseScenario(JSON.stringify({ ...document, computes }));
        const whole = watched();
        const { events_fired: _fired, ...expected } = simulate(scenario, { observer: whole });

        const parts = fleetParts(scenario, tenants)!;
        const records = parts.map(() => new FleetRecord());
        const seen = parts.map((part, index) => simulate(part.scenario, { observer: records[index]! }));
        const kept = new KeptComputes();
        const fleet = new JoinedParts(kept);
        parts.forEach((part, index) => {
          fleet.add(part, seen[index]!);
        });
        const { events_fired: _all, ...joined } = kept.observations(fleet.shown);
        const record = new FleetRecord();
        for (const one of backwards ? records.toReversed() : records) {
          record.merge(FleetRecord.unpack(structuredClone(one.pack())));
        }
        const copy = watched();
        record.replay(copy, 'tenant', scenario.computes);

        expect(joined).toEqual(expected);
        expect(copy.rows).toEqual(whole.rows);
        expect(copy.decisions).toEqual(inOrderOfTenants(whole.decisions));
      },
    ),
    { seed: 11, numRuns: cases(60) },
  );
});

/** Keeps its inputs; of latencies it keeps the values of a row. */
function watched() {
  const rows: unknown[] = [];
  const decisions: DecisionRow[] = [];
  return {
    rows,
    decisions,
    timeline({ latency, ...row }: TimelineRow) {
      rows.push({ ...row, latency: [...latency.toArray()] });
    },
    decision(row: DecisionRow) {
      decisions.push(row);
    },
  };
}

/** Simultaneous decisions in the order of the tenants, each in its original order. */
function inOrderOfTenants(decisions: readonly DecisionRow[]): readonly DecisionRow[] {
  return decisions.toSorted(
    (a, b) => a.time_seconds - b.time_seconds || (a.compute < b.compute ? -1 : a.compute > b.compute ? 1 : 0),
  );
}
