import { describe, expect, it } from 'vitest';
import { columnOf, FIGURES, PLACED_FIGURES } from '../../src/figures/catalogue.js';
import type { FigureUnit } from '../../src/figures/figure.js';
import { FIGURE_NAMES, FIGURE_UNITS, runFigures } from '../../src/figures/run-figures.js';
import { HEADLINE_FIGURES } from '../../src/report/figures/headline-figures.js';
import { unitText } from '../../src/report/figures/unit.js';
import { COMPUTES_COLUMNS } from '../../src/report/tables/compute-tables.js';
import { valueAt } from '../../src/scenario/document/value-at.js';
import { slo } from '../../src/scenario/sections/slo.js';
import { parseConstraint } from '../../src/study/replicate/constraint.js';
import { summarise, summaryJson } from '../../src/study/run/summary.js';
import { exampleCompute, exampleObservations, exampleScenario, histogramOf } from '../report/example-run.js';

/** Two computes with a value for every figure, different in both. */
const first = exampleCompute({
  restarting_seconds: 3,
  restarts: 1,
  resizes: 4,
  failed_by_error: { '57P01': 1 },
  retried_by_error: { '53300': 2 },
  disruptions: {
    by_cause: {
      restart: {
        count: 1,
        connections_dropped: 3,
        queries_cut: 2,
        disturbed: 4,
        back: 3,
        lost: 1,
        trouble_seconds: 10,
      },
    },
    kept: [],
    recovery: histogramOf(1, 2, 3, 4),
  },
  trouble: { from_seconds: 60, until_seconds: 70, seconds: 10 },
  pooler: { clients_peak: 5, waiting_peak: 2, queued: 3, wait: histogramOf(0.1, 0.2) },
  saturated_seconds: 5,
  client_pool_wait: histogramOf(2, 3),
  overload: { seconds: 60, longest_backlog_seconds: 40, longest_backlog_at_seconds: 300 },
  scaling: { upscales_requested: 1, downscales_denied: 2, permits_denied: 3, migrations: 4 },
  out_of_memory: 4,
  crash_loops: { count: 1, restarts: 3, span: { from_seconds: 80, until_seconds: 90 } },
  resumes: 1,
  temp_peak_bytes: 1024,
});
const second = exampleCompute({ name: 'replica', max_cu: 2, memory_peak_bytes: 8_388_608, wakes: 7 });
const observations = exampleObservations(first, second);
const { computes, total, ...rest } = JSON.parse(summaryJson(summarise(exampleScenario(), observations)));

/** The paths of all numbers, and of all counts by name. */
function places(value: unknown, above: readonly string[] = []): readonly string[] {
  if (typeof value === 'number') return [above.join('.')];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    /^(by_error|retried_by_error|by_cause|unavailable_by_cause)$/.test(key)
      ? [[...above, key].join('.')]
      : places(part, [...above, key]),
  );
}

describe('the catalogue of figures', () => {
  it('the catalogue describes each figure completely and only once', () => {
    for (const said of ['name', 'label', 'sentence'] as const) {
      const words = FIGURES.map((figure) => figure[said]);
      expect(
        words.filter((word, index) => words.indexOf(word) !== index),
        said,
      ).toEqual([]);
    }
    for (const { name, label, sentence } of FIGURES) {
      expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
      expect(label, name).toMatch(/^[A-Z][^_]*[^.]$/);
      expect(sentence, name).toMatch(/^[A-Z(].{10,}\.$/);
    }
  });

  it('the catalogue contains every figure of summary.json and no other', () => {
    const known = PLACED_FIGURES.map(({ path }) => path.join('.'));
    for (const summary of [computes[0], total]) {
      expect(new Set(places(summary))).toEqual(new Set(known));
    }
    expect(Object.keys(rest)).not.toContain('computes');
  });

  it('the catalogue defines the columns of computes.csv', () => {
    const columns = PLACED_FIGURES.filter(({ column }) => column).map(columnOf);
    expect(COMPUTES_COLUMNS.map(({ name }) => name)).toEqual(['compute', ...columns]);
  });

  it('figures of computes are totalled as documented', () => {
    for (const { name, path, total: rule } of PLACED_FIGURES) {
      const values = [first, second].map((_, index) => valueAt(computes[index], path));
      if (!values.every((value) => typeof value === 'number')) continue;
      const [a, b] = values as [number, number];
      const all = valueAt(total, path);
      if (rule === 'sum') expect(all, name).toBeCloseTo(a + b, 9);
      if (rule === 'largest') expect(all, name).toBe(Math.max(a, b));
    }
  });

  it('the catalogue defines the figures of comparisons, constraints and objectives', () => {
    const compared = FIGURES.filter((figure) => figure.compared);
    expect(FIGURE_NAMES).toEqual(compared.map(({ name }) => name));
    const cost = { cost_usd: 1, cost_usd_per_month: 2, by_month: [], computes: [] };
    expect(Object.keys(runFigures({ observations, cost }))).toEqual(FIGURE_NAMES);
    const one: Readonly<Partial<Record<FigureUnit, string>>> = {
      milliseconds: '1s',
      seconds: '1s',
      share: '1%',
    };
    for (const { name, unit } of compared) {
      expect(FIGURE_UNITS[name as keyof typeof FIGURE_UNITS]).toBe(unit);
      expect(parseConstraint(`${name} <= ${one[unit] ?? '1'}`).figure).toBe(name);
    }
    expect(FIGURE_NAMES).toEqual(expect.arrayContaining(Object.keys(slo.shape)));
  });

  it('the catalogue provides the labels and units of figures in reports', () => {
    const labels = new Map(FIGURES.map(({ label, unit }) => [label, unit]));
    for (const { path, label, unit } of HEADLINE_FIGURES) {
      expect(labels.get(label), path).toBe(unit);
      expect(valueAt({ total }, path.split('.')), path).toBeDefined();
    }
    for (const { unit } of FIGURES) expect(unitText(unit, 1.5)).toMatch(/1\.5|150/);
  });
});
