import { FIGURE_LABELS, type FigureName } from '../../../../figures/run-figures.js';
import type { GrowthStep, PlanResult } from '../../../../planner/plan/plan-result.js';
import { counted, number } from '../../../figures/figure-text.js';
import { figureText, figureWithSpread } from '../../../figures/named-figure.js';
import { costFigure, figureWords } from '../../../verdict/figure-words.js';
import { settingsWords } from '../../../verdict/setting-words.js';
import { type StepCurve, stepCurves } from '../../charts/step-curves.js';
import type { Content } from '../../markup/markup.js';
import { type Section, section } from '../../markup/section.js';
import { figures, table, words } from '../../markup/table.js';

/** The settings that one would choose at larger loads; no section where none was asked for. */
export function growthSection(plan: PlanResult): readonly Section[] {
  const { growth, constraints, duration_seconds } = plan;
  if (growth.length === 0) return [];
  const cost = costFigure(duration_seconds);
  const limited = [...new Set(constraints.map(({ figure }) => figure))].filter((figure) => figure !== cost);
  const columns = [
    words<GrowthStep>(
      'Load',
      ({ factor }) => `${number(factor)} times`,
      ({ factor }) => factor,
    ),
    words<GrowthStep>('Settings to choose then', ({ tried, candidate, settings }) =>
      tried === 0
        ? 'not looked at: no room in --budget'
        : candidate === null
          ? 'none that was tried meets the limits'
          : settings === null
            ? candidate
            : settingsWords(settings),
    ),
    figures<GrowthStep>(FIGURE_LABELS[cost], (step) => figureWithSpread(cost, step.figures[cost])),
    ...limited.map((figure) =>
      figures<GrowthStep>(FIGURE_LABELS[figure], (step) => figureWithSpread(figure, step.figures[figure])),
    ),
    words<GrowthStep>("Today's recommendation", ({ stays }) =>
      stays.feasible === null
        ? 'not looked at'
        : stays.feasible
          ? 'still holds'
          : `misses ${stays.constraints
              .filter(({ met }) => !met)
              .map(({ figure }) => figureWords(figure))
              .join(', ')}`,
    ),
    words<GrowthStep>('Based on', ({ tried, replications, complete }) =>
      tried === 0
        ? '-'
        : `${counted(tried, 'setting')}, ${counted(replications, 'run')}${complete ? '' : '; the budget ended the search'}`,
    ),
  ];
  return [
    section('growth', 'Growth', 'When the load grows', [
      growthDrawing(plan, [cost, ...limited]),
      table('When the load grows', columns, growth, { quiet: true }),
    ]),
  ];
}

/** Figures that are drawn over the load. */
const DRAWN = 2;

/** Cost and the first limited figure of the settings that one would choose at each load, the present one first. */
function growthDrawing(plan: PlanResult, figures: readonly FigureName[]): Content {
  const { growth, candidates, recommendation } = plan;
  const now = candidates.find(({ name }) => name === recommendation)?.figures;
  const steps = [
    ...(now === undefined ? [] : [{ factor: 1, figures: now, holds: true }]),
    ...growth
      .toSorted((a, b) => a.factor - b.factor)
      .map(({ factor, figures: own, stays }) => ({ factor, figures: own, holds: stays.feasible !== false })),
  ];
  const curves = figures.slice(0, DRAWN).map((figure, index): StepCurve => {
    return {
      kind: index === 0 ? 'cost' : 'latency',
      label: FIGURE_LABELS[figure],
      text: (value) => figureText(figure, value),
      values: steps.map(({ figures: own }) => own[figure] ?? undefined),
      // What is limited, and whether it is met, the table says: there is no room for its words on a telephone.
      limits: [],
    };
  });
  if (steps.length < 2 || curves.every(({ values }) => values.every((value) => value === undefined)))
    return null;
  return stepCurves({
    id: 'growth-curves',
    title: 'With the settings to choose at each load',
    label: 'times the present load',
    steps: steps.map(({ factor }) => number(factor)),
    curves,
    marked: steps.flatMap(({ holds }, step) =>
      holds ? [] : [{ step, text: "today's recommendation misses a limit there" }],
    ),
  });
}
