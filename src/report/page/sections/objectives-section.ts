import type { ObjectiveResult } from '../../../figures/objectives.js';
import { moreIsBetter } from '../../../figures/run-figures.js';
import type { ObjectiveName } from '../../../scenario/scenario.js';
import { figureText } from '../../figures/named-figure.js';
import type { Summary } from '../../figures/summary.js';
import { capitalised } from '../../text/verdict.js';
import { figureWords } from '../../verdict/figure-words.js';
import { figureElement } from '../markup/figure.js';
import { html, metMark } from '../markup/markup.js';
import { type Section, section } from '../markup/section.js';
import { figures, table, words } from '../markup/table.js';

/** The scenario's objectives, each held against what came out. */
export function objectivesSection({ slo }: Summary): Section {
  const text = (objective: ObjectiveName) => (value: number) => figureText(objective, value);
  const columns = [
    words<ObjectiveResult>('Objective', ({ objective }) => capitalised(figureWords(objective))),
    figures<ObjectiveResult>('Target', ({ objective, target }, index) => {
      const figure = figureElement(`slo.${index}.target`, target, text(objective));
      return html`${moreIsBetter(objective) ? 'at least' : 'at most'} ${figure}`;
    }),
    figures<ObjectiveResult>('Result', ({ objective, actual, ci }, index) =>
      figureElement(`slo.${index}.actual`, actual, text(objective), ci),
    ),
    words<ObjectiveResult>('Verdict', ({ met, clear }) => {
      return [metMark(met), clear === false ? ' (the interval spans the target)' : null];
    }),
  ];
  const content =
    slo.length === 0
      ? html`<p>The scenario names no objective. <code>slo: { success_rate: 99.9%, latency_p99: 500ms }</code> would.</p>`
      : table('Objectives of the scenario and their results', columns, slo, { quiet: true });
  return section('objectives', 'Objectives', 'Objectives', content);
}
