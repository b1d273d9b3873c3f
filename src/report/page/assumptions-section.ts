import type { Assumption } from '../../scenario/scenario.js';
import { type Content, html } from './markup.js';
import { type Section, table } from './section.js';

const ORDER = { low: 0, medium: 1, yours: 2, high: 3 } as const;

/** Everything the run rests on that the platform has not published, the least certain first, each with its source. */
export function assumptionsSection(assumptions: readonly Assumption[]): Section {
  const sorted = assumptions
    .map((assumption, index) => ({ assumption, index }))
    .sort((a, b) => ORDER[a.assumption.confidence] - ORDER[b.assumption.confidence] || a.index - b.index)
    .map(({ assumption }) => assumption);
  const content =
    sorted.length === 0
      ? html`<p>None.</p>
`
      : table(
          'What the run rests on, the least certain first',
          [
            { head: 'Assumption', words: true, cell: ({ name }) => html`<code>${name}</code>` },
            { head: 'Value', words: true, cell: ({ value }) => value },
            {
              head: 'Confidence',
              words: true,
              cell: ({ confidence }) => html`<span class="confidence ${confidence}">${confidence}</span>`,
            },
            { head: 'Set by', words: true, cell: ({ set_by }) => set_by },
            { head: 'Source', words: true, cell: ({ source }) => linked(source) },
          ],
          sorted,
          { quiet: true },
        );
  return { id: 'assumptions', short: 'Assumptions', title: 'Assumptions', content };
}

/** A source with its addresses as links; nothing is fetched unless somebody follows one. */
function linked(source: string): Content {
  return source
    .split(/(https?:\/\/[^\s;,)]+)/)
    .map((part, index) =>
      index % 2 === 1 ? html`<a href="${part}" rel="noreferrer noopener">${part}</a>` : part,
    );
}
