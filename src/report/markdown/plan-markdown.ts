import type { PlanResult } from '../../study/plan/plan-result.js';
import type { PlanWithWorlds } from '../../study/worlds/plan-worlds-result.js';
import { planBlocks, SAME_PLAN, worldsBlocks } from '../answers/plan/plan-report.js';
import { leadingTable, planMarkdownTables } from '../answers/plan/plan-tables.js';
import { duration } from '../figures/figure-text.js';
import { knownMean } from '../figures/spread-text.js';
import { type ReportBlock, reportMarkdown } from '../text/text-report.js';
import { markdownTable, type TextTable, unbroken } from '../text/text-table.js';
import type { Verdict } from '../text/verdict.js';
import { costFigure, saidFigure } from '../verdict/figure-words.js';
import { refusalWords } from '../verdict/plan-verdict.js';
import { settingsWords } from '../verdict/setting-words.js';

/** A plan as Markdown: the recommendation next to today's settings and three reasons, the rest folded. */
export function planMarkdown(result: PlanWithWorlds, verdict: Verdict, again = SAME_PLAN): string {
  const { warnings } = result;
  const tables = planMarkdownTables(result).map(
    ({ table, ...block }): ReportBlock => ({ ...block, table: withWholeNames(table), folded: true }),
  );
  const { head, rows } = leadingTable(result);
  const lead = head.length > 1 ? [markdownTable({ head, rows: rows.map((row) => row.map(unbroken)) })] : [];
  const blocks = [...worldsBlocks(result), ...planBlocks(result, again, tables)];
  return reportMarkdown({ headline: headline(result), verdict, blocks, warnings }, lead);
}

function headline(result: PlanWithWorlds): string {
  const { candidates, recommendation, worlds } = result;
  const chosen = worlds === undefined ? recommendation : worlds.choice;
  const best = candidates.find(({ name }) => name === chosen);
  const words =
    best === undefined
      ? refusalWords(result)
      : [settingsWords(best.settings) || best.name, ...costOf(best, result)].join(', ');
  return `${result.scenario}: ${words}`;
}

function costOf(
  { figures }: PlanResult['candidates'][number],
  { duration_seconds }: PlanResult,
): readonly string[] {
  const figure = costFigure(duration_seconds);
  const cost = figures[figure];
  return cost === null || cost === undefined
    ? []
    : [saidFigure(figure, knownMean(cost), duration(duration_seconds))];
}

/** A table whose settings are never broken between lines. */
function withWholeNames(table: TextTable): TextTable {
  return { ...table, rows: table.rows.map(([name = '', ...cells]) => [unbroken(name), ...cells]) };
}
