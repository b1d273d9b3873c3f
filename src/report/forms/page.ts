import { isIn, type Report } from '../document/report.js';
import { type AnswerPage, answerPage, type PageOf } from '../page/answer-page.js';
import { html } from '../page/markup/markup.js';
import { capitalised } from '../text/verdict.js';
import { sectionsOf } from './sections.js';

/**
 * A report as the text of one HTML file that opens offline.
 * @param further what else was read besides the scenario that the page is about, and what its script reads
 */
export function reportPage(
  report: Report,
  of: PageOf,
  further: Pick<AnswerPage, 'others' | 'data'> = {},
): string {
  const { question, about, verdict, facts, remark, warnings } = report;
  return answerPage({
    question,
    title: about,
    verdict,
    facts: facts.map((fact) => html`<bdi>${fact}</bdi>`),
    remark: remark === undefined ? null : `${capitalised(remark)}.`,
    warnings,
    sections: sectionsOf(report.parts.filter((part) => isIn(part, 'page') && part.kind !== 'model')),
    of,
    ...further,
  });
}
