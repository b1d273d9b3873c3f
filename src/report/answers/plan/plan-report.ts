import type { DropEvidence, PlanResult } from '../../../study/plan/plan-result.js';
import type { PlanWithWorlds } from '../../../study/worlds/plan-worlds-result.js';
import { runWords } from '../../figures/candidate.js';
import { count, counted, number, percent } from '../../figures/figure-text.js';
import { type Note, notesOn, type ReportBlock, type TextReport } from '../../text/text-report.js';
import { when } from '../../text/when.js';
import { refusalWords } from '../../verdict/plan-verdict.js';
import { planTables } from './plan-tables.js';
import { planWords, selectionWords } from './plan-words.js';
import { planWorldsBlocks } from './plan-worlds-blocks.js';

const FIDELITY =
  'other loads and assumptions by runs at hybrid fidelity, whose cost is within about 1 % and whose latency is within about 5 % of those of exact runs; the recommendation and what it is compared with by exact runs';

/** The command that makes the same plan with another budget. */
export type PlanAgain = (budget: number) => string;

export const SAME_PLAN: PlanAgain = (budget) => `the same plan with --max-queries ${budget}`;

/** A plan as a terminal shows it. */
export function planReport(result: PlanWithWorlds, again = SAME_PLAN): TextReport {
  const { scenario, objective, recommendation, replications, warnings } = result;
  const answer: Note = {
    about: result.worlds === undefined ? 'Recommended' : 'Middle world',
    text: recommendation ?? `none: ${refusalWords(result)}`,
    emphasis: recommendation === null ? 'bad' : 'good',
  };
  const begin = { notes: [answer, constraintsNote(result)] };
  const blocks = [begin, ...worldsBlocks(result), ...planBlocks(result, again)];
  const asked = `${scenario}: ${objective.sense} ${objective.figure}`;
  const title = `${asked}, ${runWords(result)}, ${counted(replications, 'replication')}`;
  return { title, blocks, warnings };
}

/** What was found over worlds; none where none were drawn. */
export function worldsBlocks({ worlds, ...plan }: PlanWithWorlds): readonly ReportBlock[] {
  return worlds === undefined ? [] : planWorldsBlocks({ plan, worlds });
}

/** Why a plan says what it says, its tables, and what they rest on. */
export function planBlocks(
  result: PlanResult,
  again = SAME_PLAN,
  tables: readonly ReportBlock[] = planTables(result),
): readonly ReportBlock[] {
  return [
    { notes: notesOn('Why', planWords(result), { item: true, emphasis: 'plain' }) },
    ...tables,
    { notes: [...unseenNotes(result, again), ...planNotes(result)] },
  ];
}

/** A plan as the content of `plan.json`: the result, with the sentences that say why. */
export function planJson(result: PlanWithWorlds): PlanWithWorlds & { readonly why: readonly string[] } {
  return { ...result, why: planWords(result) };
}

function constraintsNote({ constraints }: PlanResult): Note {
  const texts = constraints.map(({ text, from, cap }) =>
    from === 'scenario' && cap === undefined ? `${text} (slo)` : text,
  );
  return {
    about: 'Within',
    text: texts.length === 0 ? 'no constraint' : texts.join(', '),
    emphasis: 'quiet',
  };
}

/** What was asked and has no answer, and the command that answers it. */
function unseenNotes({ growth, sensitivity_left_out, work }: PlanResult, again: PlanAgain): readonly Note[] {
  const { needed_queries, searched_queries, further_queries } = work;
  if (needed_queries === null) return [];
  const cut = growth.filter(({ complete }) => !complete);
  const loads = cut.map(({ factor }) => number(factor)).join(', ');
  const assumptions = sensitivity_left_out.length;
  const what = [
    ...when(cut.length > 0, `what to choose at ${loads} times the load`),
    ...when(assumptions > 0, `what ${counted(assumptions, 'assumption')} would change`),
  ].join(', and ');
  const times = number(needed_queries / (searched_queries + further_queries));
  return [
    {
      about: 'Left open',
      text: `${what}: --max-queries has no room for it; up to ${times} times the work answers it: ${again(needed_queries)}`,
      emphasis: 'strong',
    },
  ];
}

/** What a plan's figures rest on: the work it took, what was ruled out by what, what ± means. */
function planNotes(result: PlanResult): readonly Note[] {
  const { work, selection, confidence, candidates } = result;
  const by = (evidence: DropEvidence) =>
    candidates.filter((each) => each.fate !== 'invalid' && each.evidence === evidence).length;
  const invalid = candidates.filter(({ fate }) => fate === 'invalid').length;
  return [
    {
      about: 'Work',
      text: `${counted(work.runs, 'run')}; the search simulated ${percent(work.share)} of the queries of an exhaustive sweep (${count(work.searched_queries)} of ${count(Math.round(work.exhaustive_queries))}), the rest of the report ${count(work.further_queries)}`,
    },
    {
      about: 'Ruled out',
      text: `${by('proven')} by bounds that always hold, ${by('inferred')} by whole runs so far off that they needed no test, ${by('hybrid')} likewise by whole runs at hybrid fidelity, ${by('statistical')} by tests that err with a probability of ${percent(selection.error)} together; ${counted(invalid, 'combination')} not allowed`,
    },
    { about: 'Selected', text: selectionWords(result) },
    ...when(result.fidelity !== 'exact' && result.growth.length + result.sensitivity.length > 0, {
      about: 'Fidelity',
      text: FIDELITY,
    }),
    {
      about: '±',
      text: `half of the ${percent(confidence)} interval of the mean; every candidate ran with the same arrivals and demands, save where it changes them itself`,
    },
  ];
}
