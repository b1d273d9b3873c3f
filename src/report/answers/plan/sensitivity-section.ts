import type { PlanResult, Sensitivity, SensitivityEffect } from '../../../study/plan/plan-result.js';
import { counted, number, percent } from '../../figures/figure-text.js';
import { type Content, html, htmlLine, type Markup } from '../../page/markup/markup.js';
import { appendix, type Section } from '../../page/markup/section.js';
import { measures, percentage, table, words } from '../../page/markup/table.js';
import { capitalised } from '../../text/verdict.js';
import { figureWords } from '../../verdict/figure-words.js';
import { consequences, movingAssumptions } from './plan-tables.js';

/** Assumptions that the recommendation rests on, and what other values of them do; no section where none was tried. */
export function sensitivitySection(plan: PlanResult): readonly Section[] {
  const { sensitivity, sensitivity_left_out, objective } = plan;
  const moving = movingAssumptions(plan);
  const left = sensitivity_left_out.length;
  if (sensitivity.length + left === 0) return [];
  const still = sensitivity.length - moving.length;
  const changes = moving.flatMap(({ low, high }) => [low, high]).map((effect) => effect?.relative ?? 0);
  const widest = Math.max(1e-12, ...changes.map(Math.abs));
  const figure = figureWords(objective.figure);
  const columns = [
    words<Sensitivity>(
      'Assumption',
      ({ assumption }) => html`<code>${assumption.replace(/^model\./, '')}</code>`,
    ),
    words<Sensitivity>(
      'Assumed',
      ({ value, confidence }) => html`<span class="long">${value}</span> (${confidence})`,
    ),
    words<Sensitivity>(`${capitalised(figure)}: less, more`, ({ low, high }) => tornado([low, high], widest)),
    words<Sensitivity>('If lower', ({ low }) => effectCell(low)),
    words<Sensitivity>('If higher', ({ high }) => effectCell(high)),
    measures<Sensitivity>(`Largest move of ${figure} or of a limited figure`, ({ swing }) => swing, percent),
  ];
  return [
    appendix('sensitivity', 'Sensitivity', 'If an assumption is otherwise', [
      htmlLine`<p>${[
        `${counted(sensitivity.length, 'assumption')} tried one at a time`,
        ...(still > 0 ? [`${counted(still, 'of them changes', 'of them change')} nothing`] : []),
        ...(left > 0 ? [`${counted(left, 'more', 'more')} not looked at: a larger --max-queries does`] : []),
      ].join('; ')}.</p>`,
      moving.length > 0 &&
        table('What other values of assumptions do', columns, moving, { quiet: true, sortable: true }),
    ]),
  ];
}

/** The change to either side of a middle line. */
function tornado(effects: readonly (SensitivityEffect | null)[], widest: number): Markup {
  const values = effects.map((effect) => effect?.relative ?? 0);
  const [less, more] = [Math.min(0, ...values), Math.max(0, ...values)];
  const length = (value: number): number => Math.abs(value) / widest / 2;
  return html`<svg class="bar tornado" aria-hidden="true" focusable="false"><rect x="${percentage(0.5 - length(less))}" width="${percentage(length(less))}" height="100%"/><rect class="more" x="50%" width="${percentage(length(more))}" height="100%"/><line x1="50%" x2="50%" y1="0" y2="100%"/></svg>`;
}

function effectCell(effect: SensitivityEffect | null): Content {
  if (effect === null) return '-';
  const { value, relative, refused } = effect;
  if (refused !== null) return html`<span class="long">${value}</span>: not possible`;
  const change =
    relative === null
      ? '-'
      : relative === 0
        ? 'no change'
        : `${relative < 0 ? '-' : '+'}${number(100 * Math.abs(relative))} %`;
  return html`<span class="long">${value}</span>: ${[change, ...consequences(effect)].join(', ')}`;
}
