import { FIGURE_LABELS } from '../../../figures/run-figures.js';
import type { PlanWithWorlds } from '../../../study/worlds/plan-worlds-result.js';
import { counted } from '../../figures/figure-text.js';
import { drawPlot } from '../../forms/plot/draw-plot.js';
import type { Content } from '../../page/markup/markup.js';
import { when } from '../../text/when.js';
import { settingsWords } from '../../verdict/setting-words.js';
import { worldValue } from '../../verdict/worlds-words.js';
import { roleOf, shownCandidates } from './plan-worlds-blocks.js';

/** The objective of each candidate over the worlds: its median, and where nine worlds of ten lie. */
export function planWorldsDrawing({ worlds, objective: { figure } }: PlanWithWorlds): Content {
  if (worlds === undefined) return null;
  const measured = shownCandidates(worlds.candidates).flatMap((each) =>
    each.objective === null ? [] : [{ ...each, objective: each.objective }],
  );
  if (measured.length === 0) return null;
  const text = (value: number) => worldValue(figure, value);
  const names = measured.map((each) => {
    const words = settingsWords(each.settings);
    const role = roleOf(each);
    return [words === '' ? each.name : words, ...(role === '' ? [] : [role])].join(': ');
  });
  return drawPlot({
    id: 'worlds-candidates',
    title: `${FIGURE_LABELS[figure]} of each candidate over ${counted(worlds.worlds, 'world')}: the median`,
    interval: 'where nine worlds of ten are',
    keys: [
      ...when(worlds.choice !== null, { kind: 'part-growing', text: 'least regret' }),
      ...when(
        measured.some(({ fate }) => fate === 'refused'),
        { kind: 'cell-missed', text: 'refused: breaks a limit' },
      ),
    ],
    panels: [
      {
        x: { label: '', text },
        y: { label: FIGURE_LABELS[figure], text: String, names },
        layers: [
          {
            as: 'bar',
            kind: 'bar-part',
            marks: measured.map(({ objective: { median, low_5, high_95 }, fate }, y) => ({
              x: median,
              y,
              x_ends: [low_5, high_95],
              names: [`${text(median)} (${text(low_5)} to ${text(high_95)})`],
              kinds: [...when(fate === 'least_regret', 'best'), ...when(fate === 'refused', 'missed')],
            })),
          },
        ],
      },
    ],
  });
}
