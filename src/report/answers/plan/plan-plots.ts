import type { FigureName } from '../../../figures/run-figures.js';
import type { PlanResult, Sensitivity } from '../../../study/plan/plan-result.js';
import type { Mark, Plot, PlotAxis } from '../../document/plot.js';
import { number, percent } from '../../figures/figure-text.js';
import { when } from '../../text/when.js';
import { figureWords } from '../../verdict/figure-words.js';
import { curvePanel } from '../candidates/curve-panel.js';

/** Figures that are drawn over the load. */
const DRAWN = 2;
/** Assumptions that are drawn, those that matter most first. */
const MAX_DRAWN = 12;

/** Cost and the first limited figure of the settings to choose at each load, the present one first. */
export function growthPlot(plan: PlanResult, figures: readonly FigureName[]): Plot {
  const { growth, candidates, recommendation } = plan;
  const now = candidates.find(({ name }) => name === recommendation)?.figures;
  const steps = [
    ...(now === undefined ? [] : [{ factor: 1, figures: now, holds: true }]),
    ...growth
      .toSorted((a, b) => a.factor - b.factor)
      .map(({ factor, figures: own, stays }) => ({ factor, figures: own, holds: stays.feasible !== false })),
  ];
  const beyond = steps.filter(({ holds }) => !holds).map(({ factor }) => factor);
  const x: PlotAxis = { label: 'times the present load', text: number };
  // What is limited, and whether it is met, is in the table: a telephone has no room for its words.
  const below = when(beyond.length > 0, {
    as: 'band' as const,
    on: 'x' as const,
    at: Math.min(...beyond),
    to: Math.max(...steps.map(({ factor }) => factor)),
    text: '',
  });
  const panels = figures.slice(0, DRAWN).map((figure, index) => {
    const points = steps.map(({ factor, figures: own }) => {
      return { x: factor, at: `${number(factor)} times the present load`, value: own[figure] };
    });
    return curvePanel(figure, x, points, { kind: index === 0 ? 'cost' : 'latency', below });
  });
  return {
    id: 'growth-curves',
    title: 'With the settings to choose at each load',
    keys: when(beyond.length > 0, { kind: 'band', text: "today's recommendation misses a limit there" }),
    panels: steps.length < 2 ? [] : panels,
  };
}

/** A tornado: the change of the objective to either side, the assumption that moves most on top. */
export function tornadoPlot({ objective: { figure } }: PlanResult, moving: readonly Sensitivity[]): Plot {
  const drawn = moving.slice(0, MAX_DRAWN);
  const marks = drawn.flatMap(({ assumption, low, high }, y): readonly Mark[] =>
    ([low, high] as const).map((effect) => ({
      x: effect?.relative ?? 0,
      y,
      kinds: when((effect?.breaks.length ?? 0) > 0, 'missed'),
      tip: when(
        effect !== null,
        assumption,
        `${effect?.value ?? ''}: ${figureWords(figure)} ${percent(effect?.relative ?? 0)}`,
      ),
    })),
  );
  return {
    id: 'tornado',
    title: `Change of ${figureWords(figure)} if an assumption is otherwise`,
    keys: when(
      marks.some(({ kinds }) => kinds?.includes('missed')),
      { kind: 'cell-missed', text: 'breaks a limit' },
    ),
    // One bar says no more than its row of the table.
    panels:
      drawn.length < 2
        ? []
        : [
            {
              x: { label: `change of ${figureWords(figure)}`, text: percent },
              y: {
                label: '',
                text: String,
                names: drawn.map(({ assumption }) => assumptionName(assumption)),
              },
              layers: [
                { as: 'present', on: 'x', at: 0, text: '' },
                { as: 'bar', kind: 'bar-part', marks },
              ],
            },
          ],
  };
}

/** The name of an assumption: `wake latency`. */
export function assumptionName(path: string): string {
  return path.replace(/^model\./, '').replaceAll('_', ' ');
}
