import type { Scenario } from '../../scenario/scenario.js';
import { priceAtStart } from '../../vendors/price-stretch.js';
import type { Report } from '../document/report.js';
import type { Candidates } from '../figures/candidate.js';
import { addCandidates, candidatesChart } from './candidates-sheet.js';
import { answerWorkbook } from './inputs/answer-sheet.js';
import { budgetInput } from './inputs/inputs.js';
import { moneyText } from './inputs/pricing.js';

/**
 * The bytes of the workbook of a comparison or a sweep: the candidates, with costs that follow the inputs.
 * @param scenario the one that candidates are settings of; of a comparison of several, the baseline
 */
export function candidatesWorkbook(candidates: Candidates, scenario: Scenario, report: Report): Uint8Array {
  const price = priceAtStart(scenario);
  return answerWorkbook(report, {
    sheets: (book) => addCandidates(book, candidates, price, false),
    instead: { 'candidates-table': 'sweep' },
    headline: headline(candidates),
    alerts: [],
    as_of: scenario.plan.as_of,
    price,
    further: [budgetInput(undefined, 'none was given; costs above it are red')],
    notes: [
      'The sheet Candidates has them all. Costs follow the inputs; waits and objectives are as simulated.',
    ],
    charts: candidatesChart(candidates.list),
  });
}

/** The cheapest by the prices in use that misses no objective, and what it saves against the first that was asked for. */
function headline({ list }: Candidates): string {
  const ran = list.filter(({ invalid, use }) => invalid === null && use !== undefined);
  if (ran.length === 0) return '"No settings could be run."';
  const met = ran.some(({ missed }) => missed.length === 0);
  const months = `Candidates[${met ? 'met' : 'cost_usd_per_month'}]`;
  const words = met ? 'Cheapest' : 'Nothing meets every objective; the cheapest';
  const least = `MIN(${months})`;
  const cheapest = `"${words}: "&INDEX(Candidates[name],MATCH(${least},${months},0))&", "&${moneyText(least)}&" a month"`;
  if (!ran.includes(list[0]!)) return `${cheapest}&"."`;
  const cost = 'Candidates[cost_usd_per_month@0]';
  return `${cheapest}&IF(${cost}=${least},"",", against "&${moneyText(cost)}&" with "&Candidates[name@0])&"."`;
}
