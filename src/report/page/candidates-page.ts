import type { SourcedVariant } from '../../planner/runs/scenario-source.js';
import type { Candidates } from '../figures/candidate.js';
import { duration, percent } from '../figures/figure-text.js';
import { utcText } from '../text/iso-time.js';
import type { ReportBlock } from '../text/text-report.js';
import { html, type Markup, named, note, warningNotes } from './markup/markup.js';
import type { Section } from './markup/section.js';
import { pageDocument } from './page-document.js';
import { assumptionsSection } from './sections/assumptions-section.js';
import { blocksMarkup } from './sections/blocks-markup.js';
import { candidatesSection, type FigurePath, frontSection } from './sections/candidates-section.js';
import { sourceSection } from './sections/source-section.js';

/** What a page of several settings side by side is made of. */
export interface CandidatesPage {
  readonly candidates: Candidates;
  /** Where each figure stands in the JSON of the command. */
  readonly path: FigurePath;
  /** What was read; all rest on the assumptions of the first but for what is varied. */
  readonly variants: readonly SourcedVariant[];
  /** The command line that made the page. */
  readonly command: string;
  /** What the command has to say before anything else. */
  readonly answer?: BlocksSection;
  /** What it has to say besides, between the candidates and the assumptions. */
  readonly further?: BlocksSection;
}

/** A section of text and tables. */
type BlocksSection = Omit<Section, 'content'> & { readonly blocks: readonly ReportBlock[] };

const QUESTIONS: Readonly<Record<string, string>> = {
  sweep: 'Settings swept',
  compare: 'Settings compared',
  plan: 'Plan',
};

/** The web page of a comparison, a sweep or a plan: the text of one file that opens offline. */
export function candidatesPage({
  candidates,
  path,
  variants,
  command,
  answer,
  further,
}: CandidatesPage): string {
  const question = QUESTIONS[candidates.kind] ?? candidates.kind;
  const told = (section: BlocksSection | undefined): readonly Section[] =>
    section === undefined ? [] : [{ ...section, content: blocksMarkup(section.blocks) }];
  // Variants of one file have their text in common.
  const files = new Map(
    variants.flatMap(({ source }) => (source === undefined ? [] : [[source.file, source.text] as const])),
  );
  return pageDocument({
    title: `${question}: ${candidates.title} · neap`,
    heading: heading(candidates, question),
    sections: [
      ...told(answer),
      frontSection(candidates),
      candidatesSection(candidates, path),
      ...told(further),
      assumptionsSection(variants[0]?.scenario.assumptions ?? []),
      sourceSection({ files: [...files].map(([name, text]) => ({ name, text })), command }),
    ],
  });
}

function heading(candidates: Candidates, question: string): Markup {
  const { title, start, duration_seconds, seed, replications, confidence, warnings, list } = candidates;
  const ran = list.filter(({ invalid }) => invalid === null).length;
  const spread = `± is half of the ${percent(confidence)} interval of the mean, over ${replications} replications; all ran with the same arrivals and demands.`;
  return html`<p class="eyebrow">${question}</p>
<h1>${named(title)}</h1>
<p class="facts">${ran} candidates · ${duration(duration_seconds)} from ${utcText(start)} · seed ${named(seed)}</p>
${note(replications > 1 ? spread : null)}${warningNotes(warnings)}`;
}
