import fc from 'fast-check';
import { expect, test } from 'vitest';
import { simulate } from '../../src/simulation/simulation.js';
import { type RunRecord, recordDocument } from '../../src/testing/index.js';
import { type ScenarioInput, scenarioDocuments } from '../../src/testing/properties.js';
import { cases } from '../long-suite.js';

/** All results of a run as text; histograms by their buckets. */
function shown({ observations, timeline, decisions }: RunRecord): string {
  const computes = observations.computes.map((one) => ({
    ...one,
    latency: one.latency.buckets(),
    delay: one.delay.buckets(),
    wake_latency: one.wake_latency.buckets(),
  }));
  return JSON.stringify({ ...observations, computes, timeline, decisions });
}

/** A scenario with an additional load whose arrivals are random. */
function withPoisson(document: ScenarioInput): ScenarioInput {
  const load = { name: 'random', compute: 'primary', process: 'poisson', rate: '1/s', query: { cpu: '1ms' } };
  return { ...document, load: [...document.load, load] };
}

test('repeated runs have identical observations, timeline and decisions', async () => {
  await fc.assert(
    fc.asyncProperty(scenarioDocuments(), fc.nat({ max: 9 }), async (document, replication) => {
      const first = await recordDocument(document, replication);
      expect(shown(await recordDocument(document, replication))).toBe(shown(first));
    }),
    { seed: 4, numRuns: cases(60) },
  );
});

test('observing a run does not change it', async () => {
  await fc.assert(
    fc.asyncProperty(scenarioDocuments(), async (document) => {
      const { scenario, observations } = await recordDocument(document);
      // A question to the autoscaler wakes its control loop, whose iterations are then events.
      const { events_fired } = observations;
      expect(JSON.stringify({ ...simulate(scenario), events_fired })).toBe(JSON.stringify(observations));
    }),
    { seed: 7, numRuns: cases(60) },
  );
});

test('another seed or replication gives another run', async () => {
  await fc.assert(
    fc.asyncProperty(scenarioDocuments({ loads: 1, queries: 10 }), async (any) => {
      const document = withPoisson(any);
      const first = shown(await recordDocument(document));
      expect(shown(await recordDocument(document, 1))).not.toBe(first);
      expect(shown(await recordDocument({ ...document, seed: `${document['seed']}b` }))).not.toBe(first);
    }),
    { seed: 5, numRuns: 15 },
  );
});

test('names, descriptions and objectives do not affect a run', async () => {
  await fc.assert(
    fc.asyncProperty(scenarioDocuments(), async (document) => {
      const dressed = { ...document, name: 'x', description: 'y', slo: { latency_p99: '1s' } };
      expect(shown(await recordDocument(dressed))).toBe(shown(await recordDocument(document)));
    }),
    { seed: 6, numRuns: cases(30) },
  );
});
