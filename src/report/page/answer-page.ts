import type { SourcedVariant } from '../../study/runs/scenario-source.js';
import { pricesChecked } from '../../vendors/price-book.js';
import type { CourseData } from '../course/course-data.js';
import { markOf, type Verdict } from '../text/verdict.js';
import {
  type Content,
  html,
  htmlLine,
  type Markup,
  named,
  note,
  unbroken,
  warningNotes,
} from './markup/markup.js';
import type { Section } from './markup/section.js';
import { pageDocument } from './page-document.js';
import { assumptionsSection } from './sections/assumptions-section.js';
import { sourceSection } from './sections/source-section.js';

/** What stands above the sections of a page. */
export interface PageHeading {
  /** What kind of question it answers, such as `Forecast`. */
  readonly question: string;
  readonly verdict: Verdict;
  /** What was asked, in a line: months, growth, replications. */
  readonly facts: readonly Content[];
  readonly warnings: readonly string[];
  /** What holds of all figures, such as what ± means. */
  readonly remark?: Content;
}

/** What a page that answers one question is made of. */
export interface AnswerPage extends PageHeading {
  /** What the question is about; the scenario's name unless given. */
  readonly title?: string;
  readonly sections: readonly Section[];
  readonly of: PageOf;
  /** What else was read; all rest on the assumptions of the first but for what is varied. */
  readonly others?: readonly SourcedVariant[];
  /** What the script of curves over time reads. */
  readonly data?: CourseData;
}

/** The scenario that a page is about, and the command line that made it. */
export interface PageOf {
  readonly variant: SourcedVariant;
  readonly command: string;
}

/** The page: verdict, pictures, tables, and what all of it rests on. */
export function answerPage({ sections, of, others = [], data, ...page }: AnswerPage): string {
  const { variant, command } = of;
  const title = page.title ?? variant.scenario.name;
  // Variants of one file have their text in common.
  const texts = new Map([variant, ...others].map(({ source }) => [source?.file, source?.text]));
  const files = [...texts].flatMap(([name, text = '']) => (name === undefined ? [] : [{ name, text }]));
  return pageDocument({
    title: `${page.question}: ${title} · neap`,
    heading: headingMarkup(title, page),
    sections: [
      ...sections,
      assumptionsSection(variant.scenario.assumptions),
      sourceSection({ files, command }),
    ],
    ...(data && { data }),
  });
}

/** What stands above the sections. @param name what the page is about */
export function headingMarkup(
  name: string,
  { question, verdict, facts, remark = null, warnings }: PageHeading,
): Markup {
  const all = [html`<span class="eyebrow">${question}</span>`, ...facts, pricesChecked()];
  return html`<div class="heading"><h1>${named(name)}</h1>
<p class="facts">${all.map((fact, index) => (index === 0 ? fact : [' · ', fact]))}</p></div>
${answerMarkup(verdict)}
${note(remark)}${warningNotes(warnings)}`;
}

/** The verdict above everything else, with the command that carries it out. */
function answerMarkup(verdict: Verdict): Markup {
  const { tone, text, command } = verdict;
  return htmlLine`<div id="verdict" class="answer ${tone}"><p><span class="sign" aria-hidden="true">${markOf(verdict)}</span> ${unbroken(text)}</p>
${
  command !== undefined &&
  htmlLine`<div class="command-line" data-copied="command"><pre class="command" tabindex="0" aria-label="Command that carries it out"><code>${command}</code></pre></div>`
}</div>`;
}
