import { type Content, html, htmlLine, type Markup } from './markup.js';

/** One section of the page: a place in the navigation, a heading and what stands below it. */
export interface Section {
  /** Unique on the page; the fragment of its address. */
  readonly id: string;
  /** In the navigation. */
  readonly short: string;
  readonly title: string;
  /** Whether the title is for screen readers only. */
  readonly untitled?: boolean;
  /** Whether it stands behind what a reader is to see first: on paper in the appendix. */
  readonly appendix?: boolean;
  /** Whether paper, where two pages have to say what matters, has it in the appendix, in its place otherwise. */
  readonly behind?: boolean;
  readonly content: Content;
}

export function sectionMarkup({ id, title, untitled, content, appendix }: Section): Markup {
  return htmlLine`<section id="${id}" aria-labelledby="${id}-title"${appendix === true ? html` class="appendix"` : null}>
<h2 id="${id}-title"${untitled === true ? html` class="hidden"` : null}>${title}</h2>
${content}
</section>`;
}
