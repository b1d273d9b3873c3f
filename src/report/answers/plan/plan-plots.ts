import type { PlanResult, Sensitivity } from '../../../study/plan/plan-result.js';
import type { Mark, Plot } from '../../document/plot.js';
import { percent } from '../../figures/figure-text.js';
import { when } from '../../text/when.js';
import { figureWords } from '../../verdict/figure-words.js';

/** Assumptions that are drawn, those that matter most first. */
const MAX_DRAWN = 12;

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
    // One bar adds nothing to its row of the table.
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
