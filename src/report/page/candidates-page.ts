import type { SweepAxis } from '../../planner/compare/sweep-axis.js';
import type { Constraint } from '../../planner/replicate/constraint.js';
import { sloConstraints } from '../../planner/replicate/constraint.js';
import type { SourcedVariant } from '../../planner/runs/scenario-source.js';
import type { Candidates } from '../figures/candidate.js';
import { counted, duration, percent } from '../figures/figure-text.js';
import { utcText } from '../text/iso-time.js';
import type { Verdict } from '../text/verdict.js';
import { answerMarkup } from './markup/answer.js';
import { html, type Markup, named, note, warningNotes } from './markup/markup.js';
import { behindOnPaper, type Section } from './markup/section.js';
import { pageDocument } from './page-document.js';
import { assumptionsSection } from './sections/assumptions-section.js';
import { frontSection } from './sections/candidates/candidate-front.js';
import { type CandidateView, type Judged, judgedCandidates } from './sections/candidates/candidate-view.js';
import { candidatesSection, type FigurePath } from './sections/candidates/candidates-table.js';
import { settingsSection } from './sections/candidates/setting-charts.js';
import { sideBySideSection } from './sections/candidates/side-by-side.js';
import { sourceSection } from './sections/source-section.js';

/** What a page of several settings side by side is made of. */
export interface CandidatesPage {
  readonly verdict: Verdict;
  readonly candidates: Candidates;
  /** Where each figure stands in the JSON of the command. */
  readonly path: FigurePath;
  /** What was read; all rest on the assumptions of the first but for what is varied. */
  readonly variants: readonly SourcedVariant[];
  /** What was varied; none where variants have names of their own. */
  readonly axes?: readonly SweepAxis[];
  /** Limits that candidates are held against; the objectives of the first variant unless given. */
  readonly constraints?: readonly Constraint[];
  /** Remarks of candidates that are laid side by side, the one to compare with first. */
  readonly beside: (judged: Judged) => readonly CandidateView[];
  /** The candidate that the verdict chooses; `undefined` where it chooses none. */
  readonly best: (judged: Judged) => CandidateView | undefined;
  /** The command line that made the page. */
  readonly command: string;
  /** What stands behind what lies side by side, and after the candidates. */
  readonly timelines?: readonly Section[];
  readonly further?: (judged: Judged) => readonly Section[];
}

const QUESTIONS: Readonly<Record<string, string>> = {
  sweep: 'Settings swept',
  compare: 'Settings compared',
  plan: 'Plan',
};

/** The web page of a comparison, a sweep or a plan: the text of one file that opens offline. */
export function candidatesPage(page: CandidatesPage): string {
  const { verdict, candidates, path, variants, command, axes = [], timelines = [] } = page;
  const question = QUESTIONS[candidates.kind] ?? candidates.kind;
  const constraints = page.constraints ?? sloConstraints(variants[0]?.scenario.slo ?? []);
  const judged = judgedCandidates(candidates, constraints);
  const best = page.best(judged);
  const front = frontSection(judged);
  // Variants of one file have their text in common.
  const files = new Map(
    variants.flatMap(({ source }) => (source === undefined ? [] : [[source.file, source.text] as const])),
  );
  return pageDocument({
    title: `${question}: ${candidates.title} · neap`,
    heading: heading(candidates, question, verdict),
    sections: [
      ...sideBySideSection(judged, page.beside(judged), best, path),
      ...timelines,
      ...(timelines.length === 0 ? [front] : behindOnPaper([front])),
      ...behindOnPaper([
        ...settingsSection(judged, axes, best),
        candidatesSection(candidates.list, judged, path),
        ...(page.further?.(judged) ?? []),
      ]),
      assumptionsSection(variants[0]?.scenario.assumptions ?? []),
      sourceSection({ files: [...files].map(([name, text]) => ({ name, text })), command }),
    ],
  });
}

function heading(candidates: Candidates, question: string, verdict: Verdict): Markup {
  const { title, start, duration_seconds, seed, replications, confidence, warnings, list } = candidates;
  const ran = list.filter(({ invalid }) => invalid === null).length;
  const spread = `± is half of the ${percent(confidence)} interval of the mean, over ${replications} replications; all ran with the same arrivals and demands.`;
  return html`<p class="eyebrow">${question}</p>
<h1>${named(title)}</h1>
${answerMarkup(verdict)}
<p class="facts">${counted(ran, 'setting')} run · ${duration(duration_seconds)} from ${utcText(start)} · seed ${named(seed)}</p>
${note(replications > 1 ? spread : null)}${warningNotes(warnings)}`;
}
