import type { PartHead } from '../../document/report.js';
import { type Content, html, htmlLine, type Markup } from './markup.js';

/** One section of the page: a place in the navigation, a heading and what stands below it. */
export interface Section
  extends Pick<PartHead, 'id' | 'untitled' | 'appendix' | 'behind'>,
    Required<Pick<PartHead, 'title' | 'short'>> {
  readonly content: Content;
}

export function sectionMarkup({ id, title, untitled, content, appendix }: Section): Markup {
  return htmlLine`<section id="${id}" aria-labelledby="${id}-title"${appendix === true ? html` class="appendix"` : null}>
<h2 id="${id}-title"${untitled === true ? html` class="hidden"` : null}>${title}</h2>
${content}
</section>`;
}
