import { browserAsset } from '../../files/browser-asset.js';
import type { CourseData } from '../course/course-data.js';
import { type Content, html, htmlLine } from './markup/markup.js';
import { type Section, sectionMarkup } from './markup/section.js';
import { pageShell } from './page-shell.js';
import { PAGE_STYLE } from './page-style.js';

const APPENDIX_TITLE = htmlLine`<p class="paper-only appendix-title">Appendix</p>`;

/**
 * A page as the text of one HTML file without any external resource: its content security
 * policy allows its own script and style by their hashes, and no request at all.
 * @param heading above the sections
 * @param data for the script of a run's page; other pages are static
 */
export function pageDocument(
  title: string,
  heading: Content,
  all: readonly Section[],
  data: CourseData | undefined,
): string {
  const sections = all.toSorted((a, b) => Number(a.appendix === true) - Number(b.appendix === true));
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
