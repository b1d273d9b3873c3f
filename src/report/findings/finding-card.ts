import { FINDING_RULES } from '../../findings/catalogue.js';
import { byCost, type Finding } from '../../findings/finding.js';
import type { Summary } from '../../study/run/summary.js';
import { money } from '../figures/figure-text.js';
import type { Verdict } from '../text/verdict.js';
import { type AskedScenario, runWith } from '../verdict/asked-scenario.js';
import { fixWords, upToWords } from '../verdict/cause-and-fix.js';

/** A finding as every form shows it. */
export interface FindingCard {
  readonly id: Finding['id'];
  /** The finding, in a few words. */
  readonly title: string;
  /** Its cost; absent if it has no known cost. */
  readonly money?: string;
  /** In a sentence, with the figure that shows it. */
  readonly message: string;
  /** That figure, by its name. */
  readonly figure: Finding['figure'];
  /** The change that removes the cause, and what that saves. */
  readonly fix?: string;
  /** The command that simulates the scenario with the change. */
  readonly command?: string | undefined;
  /** `scenario.yaml:14`, where the scenario has the cause. */
  readonly place?: string;
}

/**
 * The findings of a run, the most expensive first.
 * @param asked the question; without it no command is printed
 * @param verdict whose own command is not printed twice
 */
export function findingCards(
  { findings = [] }: Pick<Summary, 'findings'>,
  asked?: AskedScenario,
  verdict?: Verdict,
): readonly FindingCard[] {
  return byCost(findings)
    .map((finding) => cardOf(finding, asked))
    .map((card) => (card.command === verdict?.command ? { ...card, command: undefined } : card));
}

function cardOf(finding: Finding, asked: AskedScenario | undefined): FindingCard {
  const { id, message, figure, line, fixes = [], up_to_usd_per_month: usd = 0 } = finding;
  const [best] = fixes;
  const words =
    best === undefined
      ? ''
      : best.outcome === undefined
        ? upToWords(finding) || best.words
        : fixWords(best, best.outcome);
  return {
    id,
    title: FINDING_RULES[id].title,
    ...(usd > 0 && { money: `${money(usd)} a month` }),
    message,
    figure,
    ...(words !== '' && { fix: words }),
    ...(best !== undefined && asked !== undefined && { command: runWith(asked, best.set) }),
    ...(asked !== undefined && line !== undefined && { place: `${asked.file}:${line}` }),
  };
}

/** A card in two sentences: the finding with its place, and the change that removes its cause. */
export function cardTexts({ message, fix, place, id }: FindingCard): readonly string[] {
  return [
    `${message} (${[id, ...(place === undefined ? [] : [place])].join(', ')})`,
    ...(fix === undefined ? [] : [fix]),
  ];
}
