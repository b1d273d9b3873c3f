import type { SourcedVariant } from '../../planner/runs/scenario-source.js';
import { duration, percent } from '../figures/figure-text.js';
import { utcText } from '../text/iso-time.js';
import type { Verdict } from '../text/verdict.js';
import { answerMarkup } from './markup/answer.js';
import { type Content, html, named, note, warningNotes } from './markup/markup.js';
import type { Section } from './markup/section.js';
import { pageDocument } from './page-document.js';
import { assumptionsSection } from './sections/assumptions-section.js';
import { sourceSection } from './sections/source-section.js';

/** What a page that answers one question about one scenario is made of. */
export interface AnswerPage {
  /** What kind of question it is, such as `Forecast`. */
  readonly question: string;
  readonly verdict: Verdict;
  /** What was asked, in a line: months, growth, replications. */
  readonly facts: readonly Content[];
  readonly warnings: readonly string[];
  /** What holds of all figures, such as what ± means. */
  readonly remark?: Content;
  readonly sections: readonly Section[];
  readonly of: PageOf;
}

/** The scenario that a page is about, and the command line that made it. */
export interface PageOf {
  readonly variant: SourcedVariant;
  readonly command: string;
}

/** The page: verdict, pictures, tables, and what all of it rests on. */
export function answerPage({ question, verdict, facts, warnings, remark, sections, of }: AnswerPage): string {
  const { scenario, source } = of.variant;
  const files = source === undefined ? [] : [{ name: source.file, text: source.text }];
  return pageDocument({
    title: `${question}: ${scenario.name} · neap`,
    heading: html`<p class="eyebrow">${question}</p>
<h1>${named(scenario.name)}</h1>
${answerMarkup(verdict)}
<p class="facts">${facts.map((fact, index) => (index === 0 ? fact : [' · ', fact]))}</p>
${note(remark ?? null)}${warningNotes(warnings)}`,
    sections: [
      ...sections,
      assumptionsSection(scenario.assumptions),
      sourceSection({ files, command: of.command }),
    ],
  });
}

/** When what was simulated takes place, for how long, and from which seed. */
export function runFacts(run: {
  readonly start: string;
  readonly duration_seconds: number;
  readonly seed: string;
}): readonly Content[] {
  return [`${duration(run.duration_seconds)} from ${utcText(run.start)}`, html`seed ${named(run.seed)}`];
}

/** What ± means. */
export function spreadRemark(confidence: number, replications: number): string {
  return `± is half of the ${percent(confidence)} interval of the mean, over ${replications} replications.`;
}
