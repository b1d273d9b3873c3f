import { FIGURE_LABELS } from '../../../../figures/run-figures.js';
import type { PlanWithWorlds } from '../../../../planner/worlds/plan-worlds-result.js';
import { roleOf, shownCandidates } from '../../../answers/plan-worlds-blocks.js';
import { counted } from '../../../figures/figure-text.js';
import { settingsWords } from '../../../verdict/setting-words.js';
import { worldValue } from '../../../verdict/worlds-words.js';
import { barPanels } from '../../charts/bar-panels.js';
import { key } from '../../charts/drawing.js';
import type { Content } from '../../markup/markup.js';

/** The objective of each candidate over the worlds: its median, and where nine worlds of ten lie. */
export function planWorldsDrawing({ worlds, objective: { figure } }: PlanWithWorlds): Content {
  if (worlds === undefined) return null;
  const measured = shownCandidates(worlds.candidates).flatMap((each) =>
    each.objective === null ? [] : [{ ...each, objective: each.objective }],
  );
  if (measured.length === 0) return null;
  return barPanels({
    id: 'worlds-candidates',
    title: `${FIGURE_LABELS[figure]} of each candidate over ${counted(worlds.worlds, 'world')}: the median`,
    whisker: 'where nine worlds of ten lie',
    keys: [
      worlds.choice === null ? null : key('part-growing', 'least regret'),
      measured.some(({ fate }) => fate === 'refused') ? key('cell-missed', 'refused: breaks a limit') : null,
    ],
    panels: [
      {
        label: FIGURE_LABELS[figure],
        limits: [],
        bars: measured.map((each) => {
          const { median, low_5, high_95 } = each.objective;
          const words = settingsWords(each.settings);
          const role = roleOf(each);
          return {
            name: [words === '' ? each.name : words, ...(role === '' ? [] : [role])].join(': '),
            value: median,
            half_width: 0,
            ends: [low_5, high_95],
            text: `${worldValue(figure, median)} (${worldValue(figure, low_5)} to ${worldValue(figure, high_95)})`,
            best: each.fate === 'least_regret',
            missed: each.fate === 'refused',
          };
        }),
      },
    ],
  });
}
