import type { Assumption } from '../../../scenario/scenario.js';
import { DOUBT } from '../../figures/leading-assumptions.js';
import { type Content, html, htmlLine } from '../markup/markup.js';
import { appendix, type Section } from '../markup/section.js';
import { table, words } from '../markup/table.js';

/** Everything the run rests on that the platform has not published, the least certain first, each with its source. */
export function assumptionsSection(assumptions: readonly Assumption[]): Section {
  const sorted = assumptions.toSorted((a, b) => DOUBT[a.confidence] - DOUBT[b.confidence]);
  const columns = [
    words<Assumption>('Assumption', ({ name }) => html`<code>${name}</code>`),
    words<Assumption>('Value', ({ value }) => value),
    words<Assumption>(
      'Confidence',
      ({ confidence }) => html`<span class="confidence ${confidence}">${confidence}</span>`,
    ),
    words<Assumption>('Set by', ({ set_by }) => set_by),
    words<Assumption>('Source', ({ source }) => linked(source)),
  ];
  const least = sorted.filter(({ confidence }) => confidence === 'low');
  const others = sorted.filter((each) => !least.includes(each));
  const rows = (caption: string, list: readonly Assumption[]) =>
    table(caption, columns, list, { quiet: true });
  const content = [
    sorted.length === 0 && htmlLine`<p>None.</p>`,
    least.length > 0 && rows('Assumptions of low confidence', least),
    others.length > 0 &&
      htmlLine`<details><summary>${others.length} of higher confidence</summary>${rows('Other assumptions', others)}</details>`,
  ];
  return appendix('assumptions', 'Assumptions', 'Assumptions', content);
}

/** A source with its addresses as links; nothing is fetched unless somebody follows one. */
function linked(source: string): Content {
  return source
    .split(/(https?:\/\/[^\s;,)]+)/)
    .map((part, index) =>
      index % 2 === 1 ? html`<a href="${part}" rel="noreferrer noopener">${part}</a>` : part,
    );
}
