import { asksForAtLeast } from '../../availability/objectives.js';
import type { ObjectiveName } from '../../scenario/scenario.js';
import { figureText } from '../named-figure.js';
import type { Summary } from '../summary.js';
import { figure } from './figure.js';
import { html } from './markup.js';
import { type Section, table } from './section.js';

/** The scenario's objectives, each held against what came out. */
export function objectivesSection({ slo }: Summary): Section {
  const text = (objective: ObjectiveName) => (value: number) => figureText(objective, value);
  const content =
    slo.length === 0
      ? html`<p>The scenario names no objective. <code>slo: { success_rate: 99.9%, latency_p99: 500ms }</code> would.</p>`
      : table(
          'Objectives of the scenario, and what came out',
          [
            { head: 'Objective', words: true, cell: ({ objective }) => html`<code>${objective}</code>` },
            {
              head: 'Asked for',
              cell: ({ objective, target }, index) =>
                html`${asksForAtLeast(objective) ? 'at least' : 'at most'} ${figure(`slo.${index}.target`, target, text(objective))}`,
            },
            {
              head: 'Came out',
              cell: ({ objective, actual, ci }, index) =>
                figure(`slo.${index}.actual`, actual, text(objective), ci),
            },
            {
              head: 'Verdict',
              words: true,
              cell: ({ met, clear }) =>
                html`<span class="verdict ${met ? 'good' : 'bad'}">${met ? '✓ met' : '✗ missed'}</span>${clear === false ? ' (the interval reaches across the target)' : null}`,
            },
          ],
          slo,
          { quiet: true },
        );
  return { id: 'objectives', short: 'Objectives', title: 'Objectives', content };
}
