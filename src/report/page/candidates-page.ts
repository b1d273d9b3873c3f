import type { Assumption } from '../../scenario/scenario.js';
import type { Candidates } from '../candidate.js';
import { duration, percent } from '../figure-text.js';
import { assumptionsSection } from './assumptions-section.js';
import { candidatesSection, type FigurePath, frontSection } from './candidates-section.js';
import { html, type Markup, named } from './markup.js';
import { pageDocument } from './page-document.js';
import type { Section } from './section.js';
import { type PageSource, sourceSection } from './source-section.js';

/** What a page of several settings side by side is made of. */
export interface CandidatesPage {
  readonly candidates: Candidates;
  /** Where each figure stands in the JSON of the command. */
  readonly path: FigurePath;
  /** Of the first scenario; the others rest on the same but for what is varied. */
  readonly assumptions: readonly Assumption[];
  readonly source: PageSource;
  /** What the command has to say before anything else. */
  readonly answer?: readonly Section[];
  /** What it has to say besides, between the candidates and the assumptions. */
  readonly further?: readonly Section[];
}

const QUESTIONS: Readonly<Record<string, string>> = {
  sweep: 'Settings swept',
  compare: 'Settings compared',
  plan: 'Plan',
};

/** The web page of a comparison, a sweep or a plan: the text of one file that opens offline. */
export function candidatesPage({
  candidates,
  path,
  assumptions,
  source,
  answer = [],
  further = [],
}: CandidatesPage): string {
  const question = QUESTIONS[candidates.kind] ?? candidates.kind;
  return pageDocument({
    title: `${question}: ${candidates.title} · neap`,
    heading: heading(candidates, question),
    sections: [
      ...answer,
      frontSection(candidates),
      candidatesSection(candidates, path),
      ...further,
      assumptionsSection(assumptions),
      sourceSection(source),
    ],
    data: {
      start_epoch_seconds: Date.parse(candidates.start) / 1000,
      duration_seconds: candidates.duration_seconds,
    },
  });
}

function heading(candidates: Candidates, question: string): Markup {
  const { title, start, duration_seconds, seed, replications, confidence, warnings, list } = candidates;
  const began = start.replace('T', ' ').replace(/(:\d\d)(?:\.\d+)?Z$/, '$1 UTC');
  const ran = list.filter(({ invalid }) => invalid === null).length;
  const spread =
    replications > 1
      ? html`<p class="note">± is half of the ${percent(confidence)} interval of the mean, over ${replications} replications; all have met the same arrivals with the same demands.</p>
`
      : null;
  return html`<p class="eyebrow">${question}</p>
<h1>${named(title)}</h1>
<p class="facts">${ran} candidates · ${duration(duration_seconds)} from ${began} · seed ${named(seed)}</p>
${spread}${warnings.map(
  (warning) => html`<p class="note warning"><strong>Note</strong> ${warning}</p>
`,
)}`;
}
