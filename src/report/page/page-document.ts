import { browserAsset } from '../../files/browser-asset.js';
import type { CourseData } from '../course/course-data.js';
import { type Content, html, htmlLine } from './markup/markup.js';
import { type Section, sectionMarkup } from './markup/section.js';
import { pageShell } from './page-shell.js';
import { PAGE_STYLE } from './page-style.js';

export interface PageContent {
  /** In the window's title. */
  readonly title: string;
  /** Above the sections. */
  readonly heading: Content;
  readonly sections: readonly Section[];
  /** For the script of a run's page; other pages are static. */
  readonly data?: CourseData;
}

const APPENDIX_TITLE = htmlLine`<p class="paper-only appendix-title">Appendix</p>`;

/**
 * A page as the text of one HTML file without any external resource: its content security
 * policy allows its own script and style by their hashes, and no request at all.
 */
export function pageDocument({ title, heading, sections: all, data }: PageContent): string {
  const sections = [
    ...all.filter(({ appendix }) => appendix !== true),
    ...all.filter(({ appendix }) => appendix === true),
  ];
  const first = sections.findIndex(({ appendix, behind }) => appendix === true || behind === true);
  const script = browserAsset(data === undefined ? 'answer-page.js' : 'run-page.js');
  const body = html`<a class="skip" href="#content">Skip to the content</a>
<div class="bar-top no-print"><nav aria-label="Sections"><ul>${sections.map(({ id, short }) => html`<li><a href="#${id}">${short}</a></li>`)}</ul></nav></div>
<main id="content" tabindex="-1">
<header>${heading}</header>
${sections.map((each, index) => [index === first ? APPENDIX_TITLE : null, sectionMarkup(each)])}<div id="tip" role="tooltip" hidden></div>
</main>
`;
  return pageShell({ title, style: PAGE_STYLE, script, allowed: [], body, data }).html;
}
