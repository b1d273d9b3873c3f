import type { Assumption } from '../../scenario/scenario.js';
import { pricesChecked } from '../../vendors/price-book.js';
import type { CourseData } from '../course/course-data.js';
import { isIn, type Part, type Report } from '../document/report.js';
import { html, htmlLine, type Markup, named, note, unbroken, warningNotes } from '../page/markup/markup.js';
import { pageDocument } from '../page/page-document.js';
import { assumptionsPart } from '../page/sections/assumptions-section.js';
import { capitalised, markOf, type Verdict } from '../text/verdict.js';
import { sectionsOf } from './sections.js';

/** A scenario, and the text that it was read from. */
interface ReadScenario {
  readonly scenario: { readonly assumptions: readonly Assumption[] };
  readonly source?: { readonly file: string; readonly text: string } | undefined;
}

/** The scenario that a page is about, and the command line that made it. */
export interface PageOf {
  readonly variant: ReadScenario;
  readonly command: string;
}

/** The parts of a page in addition to the report and its scenario. */
interface FurtherOfPage {
  /** Other scenarios that were read; the assumptions are those of the first, except for what is varied. */
  readonly others?: readonly ReadScenario[];
  /** The data of the script of curves over time. */
  readonly data?: CourseData;
}

/** A report as the text of one HTML file that opens offline: verdict, pictures, tables, and what all of it rests on. */
export function reportPage(report: Report, of: PageOf, { others = [], data }: FurtherOfPage = {}): string {
  const { assumptions } = of.variant.scenario;
  const parts = report.parts.filter((part) => isIn(part, 'page'));
  return pageDocument(
    `${report.question}: ${report.about} · neap`,
    headingMarkup(report),
    sectionsOf([...parts, assumptionsPart(assumptions), sourcePart(of, others)]),
    data,
  );
}

function headingMarkup(report: Report): Markup {
  const { question, about, verdict, facts, remark, warnings, prices_checked_until } = report;
  const all = [
    html`<span class="eyebrow">${question}</span>`,
    ...facts.map((fact) => html`<bdi>${fact}</bdi>`),
    pricesChecked(prices_checked_until ?? undefined),
  ];
  return html`<div class="heading"><h1>${named(about)}</h1>
<p class="facts">${all.map((fact, index) => (index === 0 ? fact : [' · ', fact]))}</p></div>
${answerMarkup(verdict)}
${remark !== undefined && note(`${capitalised(remark)}.`)}${warningNotes(warnings)}`;
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

/** Each scenario file that was read, and the command that made the page. */
function sourcePart({ variant, command }: PageOf, others: readonly ReadScenario[]): Part {
  // Variants of one file have their text in common.
  const texts = new Map([variant, ...others].map(({ source }) => [source?.file, source?.text]));
  const files = [...texts].flatMap(([name, text = '']) => (name === undefined ? [] : [{ name, text }]));
  const draw = () => [
    htmlLine`<p>This page was made by</p>
<pre class="command" tabindex="0" aria-label="Command"><code>${command}</code></pre>`,
    files.map(
      ({ name, text }) => htmlLine`<p>from <code>${name}</code>:</p>
<pre class="scenario" tabindex="0" aria-label="Scenario file"><code dir="auto">${text}</code></pre>`,
    ),
  ];
  return {
    kind: 'drawn',
    id: 'source',
    title: 'Scenario and command',
    short: 'Scenario',
    appendix: true,
    draw,
  };
}
