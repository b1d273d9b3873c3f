import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { leadingAssumptions } from '../../src/report/figures/leading-assumptions.js';
import { queryOutcomeWords } from '../../src/report/verdict/run-troubles.js';
import { runVerdict } from '../../src/report/verdict/run-verdict.js';
import type { Scenario, ScenarioAssumption } from '../../src/scenario/scenario.js';
import type { ComputeObservations, RunObservations } from '../../src/simulation/run/observation.js';
import { summarise } from '../../src/study/run/summary.js';
import { expectFigures } from '../command-rows.js';
import { expected } from '../expected.js';
import { exampleCompute, exampleObservations, exampleScenario, observed } from './example-run.js';

interface Row {
  readonly rule: string;
  readonly scenario?: Partial<Scenario> & { readonly stored_bytes?: number };
  readonly assumptions?: Readonly<Record<string, ScenarioAssumption['confidence']>>;
  readonly run?: Partial<RunObservations>;
  readonly computes?: readonly object[];
  readonly figures?: Readonly<Record<string, unknown>>;
  readonly verdict?: object;
  /** The outcomes of the queries in words. */
  readonly outcome?: string;
  /** The names of the leading assumptions. */
  readonly leading?: readonly string[];
}

const ROWS = parse(readFileSync(new URL('summaries.yaml', import.meta.url), 'utf8'), {
  merge: true,
}) as readonly Row[];

test.each(ROWS.map((row) => [row.rule, row] as const))('%s', (_rule, row) => {
  const { figures = {}, verdict, outcome, leading } = row;
  const summary = summaryOf(row);
  expectFigures(summary, figures);
  const asked = { file: 'my app.yaml', set: ['plan=launch'] };
  if (verdict !== undefined) expect(runVerdict(summary, asked)).toMatchObject(expected(verdict) as object);
  if (outcome !== undefined) expect(queryOutcomeWords(summary)).toBe(outcome);
  if (leading !== undefined) expect(leadingAssumptions(summary).map(({ name }) => name)).toEqual(leading);
});

function summaryOf({ scenario: given = {}, assumptions = {}, run = {}, computes = [{}] }: Row) {
  const { stored_bytes, ...changes } = given;
  const { data } = exampleScenario();
  const all = computes.map((each) => exampleCompute(observed<Partial<ComputeObservations>>(each)));
  const observations = { ...exampleObservations(...all), ...run };
  const scenario = exampleScenario({
    duration_seconds: observations.duration_seconds,
    data: stored_bytes === undefined ? data : { ...data, logical_size_bytes: stored_bytes },
    assumptions: Object.entries(assumptions).map(([name, confidence]) => ({
      ...{ value: '1s', written: '1s', source: 'somewhere', set_by: 'default' as const, confidence },
      name: name.includes('.') ? name : `model.${name}`,
    })),
    ...changes,
  });
  return summarise(scenario, observations);
}

test('the summary leaves the observations unchanged', () => {
  const compute = exampleCompute();
  summarise(exampleScenario(), exampleObservations(compute, exampleCompute({ name: 'other' })));
  expect(compute.latency.count).toBe(98);
});

test('the summary lists errors by name, whatever their order in the run', () => {
  const compute = exampleCompute({ failed_by_error: { connect_timeout: 1, '57P01': 2, '53300': 3 } });
  const { computes } = summarise(exampleScenario(), exampleObservations(compute));
  expect(JSON.stringify(computes[0]?.queries.by_error)).toBe('{"53300":3,"57P01":2,"connect_timeout":1}');
});
