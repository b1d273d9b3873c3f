import { FIGURE_LABELS } from '../../../../figures/run-figures.js';
import type { GrowthStep, PlanResult } from '../../../../planner/plan/plan-result.js';
import { counted, number } from '../../../figures/figure-text.js';
import { figureWithSpread } from '../../../figures/named-figure.js';
import { costFigure, figureWords } from '../../../verdict/figure-words.js';
import { settingsWords } from '../../../verdict/setting-words.js';
import { type Section, section } from '../../markup/section.js';
import { figures, table, words } from '../../markup/table.js';

/** The settings that one would choose at larger loads; no section where none was asked for. */
export function growthSection({ growth, constraints, duration_seconds }: PlanResult): readonly Section[] {
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
    section(
      'growth',
      'Growth',
      'When the load grows',
      table('When the load grows', columns, growth, { quiet: true }),
    ),
  ];
}
