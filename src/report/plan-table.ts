import type { DropEvidence, PlanResult } from '../planner/plan-result.js';
import { count, counted, duration, percent } from './figure-text.js';
import { bold, inMarkdown, markdownTable, plainTable } from './plain-table.js';
import { planTables } from './plan-tables.js';
import { planWords } from './plan-words.js';
import { columns, cut, line, type TextLine, withLabel, wrapped } from './text-block.js';

/** A plan as the lines of a terminal. */
export function planLines(result: PlanResult, width: number): readonly TextLine[] {
  const { recommendation } = result;
  const answer = recommendation ?? 'none: no allowed setting meets every constraint';
  return [
    line(cut(title(result), width), 'strong'),
    line(''),
    line(withLabel('Recommended', cut(answer, width - 13)), recommendation === null ? 'bad' : 'good'),
    ...constraintLines(result, width),
    line(''),
    ...planWords(result).flatMap((words, index) => wrapped(index === 0 ? 'Why' : '', `- ${words}`, width)),
    ...planTables(result).flatMap(({ title: name, head, rows, left }) => {
      const fitted = fittedTable(head, rows, left, width);
      return [
        line(''),
        line(name, 'strong'),
        ...fitted.map((text, row) => line(cut(text, width), row === 0 ? 'quiet' : 'plain')),
      ];
    }),
    line(''),
    ...planNotes(result).flatMap(({ about, text }) => wrapped(about, text, width, 'quiet')),
    ...result.warnings.flatMap((warning) => wrapped('Warning', warning, width, 'bad')),
  ];
}

/** A plan as Markdown. */
export function planMarkdown(result: PlanResult): string {
  const answer =
    result.recommendation === null
      ? 'No allowed setting meets every constraint'
      : `Recommended: \`${result.recommendation.replaceAll('`', "'")}\``;
  const parts = [
    bold(answer),
    planWords(result)
      .map((words) => `- ${inMarkdown(words)}`)
      .join('\n'),
    ...planTables(result).map(
      ({ title: name, head, rows, left }) => `${name}:\n\n${markdownTable(head, rows, left)}`,
    ),
    planNotes(result)
      .map(({ about, text }) => `${inMarkdown(about)}: ${inMarkdown(text)}.`)
      .join(' '),
    ...result.warnings.map((warning) => `Warning: ${inMarkdown(warning)}.`),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** A plan as the content of `plan.json`: the result, with the sentences that say why. */
export function planJson(result: PlanResult): PlanResult & { readonly why: readonly string[] } {
  return { ...result, why: planWords(result) };
}

function title({ scenario, objective, start, duration_seconds, seed, replications }: PlanResult): string {
  const began = start.replace('T', ' ').replace('Z', ' UTC');
  return `${scenario}: ${objective.sense} ${objective.figure}, ${duration(duration_seconds)} from ${began}, seed ${seed}, ${counted(replications, 'replication')}`;
}

function constraintLines({ constraints }: PlanResult, width: number): readonly TextLine[] {
  if (constraints.length === 0) return wrapped('Within', 'no constraint', width, 'quiet');
  const texts = constraints.map(({ text, from }) => (from === 'scenario' ? `${text} (slo)` : text));
  return wrapped('Within', texts.join(', '), width, 'quiet');
}

/** Without the last columns where there is no room for them. */
function fittedTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  left: number,
  width: number,
): readonly string[] {
  for (let shown = head.length; shown > left; shown--) {
    const table = plainTable(
      head.slice(0, shown),
      rows.map((row) => row.slice(0, shown)),
      left,
    );
    if (table.every((text) => columns(text) <= width)) return table;
  }
  return plainTable(
    head.slice(0, left),
    rows.map((row) => row.slice(0, left)),
    left,
  );
}

/** What a plan's figures rest on: the work it took, what was ruled out by what, what ± means. */
export function planNotes(result: PlanResult): readonly { readonly about: string; readonly text: string }[] {
  const { work, error, confidence, candidates } = result;
  const by = (evidence: DropEvidence) =>
    candidates.filter((each) => each.fate !== 'invalid' && each.evidence === evidence).length;
  const invalid = candidates.filter(({ fate }) => fate === 'invalid').length;
  return [
    {
      about: 'Work',
      text: `${counted(work.runs, 'run')}; the search simulated ${percent(work.share)} of the events of an exhaustive sweep (${count(work.searched_events)} of ${count(Math.round(work.exhaustive_events))}), the rest of the report ${count(work.further_events)}`,
    },
    {
      about: 'Ruled out',
      text: `${by('proven')} by bounds that always hold, ${by('inferred')} by estimates from a part of the run or from a like candidate, ${by('statistical')} by tests that err with a probability of ${percent(error)} together; ${invalid} combinations are not allowed; differences below 1 % of the objective are not looked for`,
    },
    {
      about: '±',
      text: `half of the ${percent(confidence)} interval of the mean; every candidate has met the same arrivals with the same demands`,
    },
  ];
}
