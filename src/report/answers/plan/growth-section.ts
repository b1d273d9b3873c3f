import { FIGURE_LABELS, type FigureName } from '../../../figures/run-figures.js';
import type { GrowthStep, PlanResult } from '../../../study/plan/plan-result.js';
import { endsOf, hasMarks, type Mark, type Panel, type PlotAxis } from '../../document/plot.js';
import { counted, number } from '../../figures/figure-text.js';
import { figureText, figureWithSpread } from '../../figures/named-figure.js';
import { drawPlot } from '../../forms/plot/draw-plot.js';
import type { Content } from '../../page/markup/markup.js';
import { type Section, section } from '../../page/markup/section.js';
import { figures, table, words } from '../../page/markup/table.js';
import { when } from '../../text/when.js';
import { costFigure, figureWords } from '../../verdict/figure-words.js';
import { settingsWords } from '../../verdict/setting-words.js';

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
        ? 'not looked at: no room in --max-queries'
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
  const x: PlotAxis = { label: 'times the present load', text: number };
  const panels = figures.slice(0, DRAWN).map((figure, index): Panel => {
    const marks = steps.flatMap(({ factor, figures: own }): readonly Mark[] => {
      const value = own[figure];
      if (!value) return [];
      const ends = endsOf(value);
      const tip = [
        `${number(factor)} times the present load`,
        `${FIGURE_LABELS[figure]} ${figureWithSpread(figure, value)}`,
      ];
      return [{ x: factor, y: value.mean, ...(ends && { y_ends: ends }), tip }];
    });
    const kind = index === 0 ? 'cost' : 'latency';
    const beyond = steps.filter(({ holds }) => !holds).map(({ factor }) => factor);
    return {
      x,
      y: {
        label: FIGURE_LABELS[figure],
        text: (value) => figureText(figure, value),
        from_zero: 'unless far apart',
      },
      layers: [
        // What is limited, and whether it is met, is in the table: a telephone has no room for its words.
        ...when(beyond.length > 0, {
          as: 'band' as const,
          on: 'x' as const,
          at: Math.min(...beyond),
          to: Math.max(...steps.map(({ factor }) => factor)),
          text: '',
        }),
        { as: 'line', kind, marks },
        { as: 'point', kind: `step ${kind}`, marks },
      ],
    };
  });
  if (steps.length < 2) return null;
  return drawPlot({
    id: 'growth-curves',
    title: 'With the settings to choose at each load',
    keys: when(
      steps.some(({ holds }) => !holds),
      { kind: 'band', text: "today's recommendation misses a limit there" },
    ),
    panels: panels.filter(({ layers }) => layers.some((layer) => hasMarks(layer) && layer.marks.length > 0)),
  });
}
