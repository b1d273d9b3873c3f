import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseScenario } from '../../src/scenario/load-scenario.js';
import { assertInvariants, fleetDocuments, recordDocument, recordRun } from '../../src/testing/index.js';
import { cases } from '../long-suite.js';

describe('whatever a fleet is made of', () => {
  test('the invariants hold for each of its tenants', async () => {
    await fc.assert(
      fc.asyncProperty(fleetDocuments(), async (document) => {
        const computes = { ...document.computes, rows: 'tenants' };
        assertInvariants(await recordDocument({ ...document, computes }));
      }),
      { seed: 20260105, numRuns: cases(60) },
    );
  });

  test('its rows are those of its tenants added up, and what comes out is the same', async () => {
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
});
