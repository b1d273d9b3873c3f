import { FIGURE_LABELS, type FigureName } from '../../../figures/run-figures.js';
import type { CandidateOverWorlds, PlanOverWorlds } from '../../../study/worlds/plan-worlds-result.js';
import { counted } from '../../figures/figure-text.js';
import { type Note, notesOn, type ReportBlock } from '../../text/text-report.js';
import { when } from '../../text/when.js';
import { figureWords } from '../../verdict/figure-words.js';
import { reasonWords, type WorldsOfPlan, worldsChoiceWords, worldValue } from '../../verdict/worlds-words.js';
import { inputsBlock } from '../worlds-blocks.js';

/** Candidates that the table shows. */
const MAX_CANDIDATES = 12;
/** Worlds of which it is said what they are; --json has all. */
const MAX_WORLDS = 6;

/** The choice of least regret, why each other candidate was not chosen, and what the intervals have to do with it. */
export function planWorldsBlocks(of: WorldsOfPlan): readonly ReportBlock[] {
  const { plan, worlds } = of;
  const { candidates } = worlds;
  const shown = shownCandidates(candidates);
  const { figure } = plan.objective;
  const rest = candidates.length - shown.length;
  return [
    {
      title: `Over ${counted(worlds.worlds, 'world')} drawn from the intervals`,
      table: {
        head: ['candidate', '', 'worlds met', 'mean regret', 'greatest', `median ${FIGURE_LABELS[figure]}`],
        left: 2,
        key: 1,
        rows: shown.map((each) => [
          each.name,
          roleOf(each),
          each.worlds_met === null ? '' : `${each.worlds_met} of ${worlds.worlds}`,
          regretText(figure, each, 'mean'),
          regretText(figure, each, 'greatest'),
          each.objective === null ? '' : worldValue(figure, each.objective.median),
        ]),
      },
      notes: [
        { about: 'answer', text: worldsChoiceWords(of), emphasis: worlds.choice === null ? 'bad' : 'good' },
        ...reasonNotes(shown, of),
        ...when(rest > 0, {
          about: '',
          text: `${counted(rest, 'other candidate')}: --json has why each of them was not chosen`,
        }),
        ...namedWorlds(shown, worlds),
        ...restsOn(of),
      ],
    },
    inputsBlock(
      worlds,
      `${figureWords(figure)} of ${worlds.choice === null ? "today's settings" : 'the choice'}`,
    ),
  ];
}

/** The choice, today's settings and the best of the middle world, then the first of the others. */
export function shownCandidates(candidates: readonly CandidateOverWorlds[]): readonly CandidateOverWorlds[] {
  const named = (each: CandidateOverWorlds) =>
    each.today || each.best_of_middle || each.fate === 'least_regret';
  const others = candidates
    .filter((each) => !named(each))
    .slice(0, MAX_CANDIDATES - candidates.filter(named).length);
  return candidates.filter((each) => named(each) || others.includes(each));
}

/** What a candidate is, in a few words. */
export function roleOf({ fate, today, best_of_middle }: CandidateOverWorlds): string {
  return [
    ...when(fate === 'least_regret', 'least regret'),
    ...when(best_of_middle, 'best of the middle world'),
    ...when(today, 'today'),
    ...when(fate === 'refused', 'refused'),
    ...when(fate === 'not_looked_at', 'not looked at'),
  ].join(', ');
}

/** What the worlds that reasons name are. */
function namedWorlds(shown: readonly CandidateOverWorlds[], { outcomes }: PlanOverWorlds): readonly Note[] {
  const named = shown.flatMap(({ fate, regret, broken }) => [
    ...broken.map(({ worst_world }) => worst_world),
    ...(fate === 'refused' || regret === null ? [] : [regret.world]),
  ]);
  const told = [...new Set(named)].sort((a, b) => a - b).slice(0, MAX_WORLDS);
  const texts = told.map((world) => {
    const inputs = Object.entries(outcomes[world - 1]?.inputs ?? {});
    return `${world}: ${inputs.map(([path, value]) => `${path} ${value}`).join(', ')}`;
  });
  return notesOn('worlds', texts);
}

function reasonNotes(shown: readonly CandidateOverWorlds[], of: WorldsOfPlan): readonly Note[] {
  const others = shown.filter(({ fate }) => fate !== 'least_regret');
  const texts = others.map((each) => `${each.name} ${reasonWords(each, of)}`);
  return notesOn('not chosen', texts, { item: true });
}

function restsOn({ plan, worlds }: WorldsOfPlan): readonly Note[] {
  const { looked_at, candidates_allowed, possible_worlds, least_worlds_met, fidelity, runs, criterion } =
    worlds;
  const all = worlds.worlds;
  const impossible =
    possible_worlds === all
      ? ''
      : `; in ${counted(all - possible_worlds, 'world')} none meets every constraint: they count for nobody`;
  const some =
    looked_at === candidates_allowed
      ? 'all candidates were run in every world'
      : `${looked_at} of ${candidates_allowed} candidates were run in every world, and regret is against the best of these: a larger --max-queries has room for more`;
  const hybrid =
    fidelity === 'exact'
      ? ''
      : '; at hybrid fidelity, whose cost is within about 1 % and whose latency is within about 5 % of exact runs';
  return [
    {
      about: 'regret',
      text: `what a candidate loses in a world against the best that meets every constraint there; the choice has the least ${criterion === 'expected' ? 'mean' : 'greatest'} regret of those that meet them in ${least_worlds_met} of ${possible_worlds} worlds (--safety)${impossible}`,
    },
    { about: 'runs', text: `${some}, once each (${counted(runs, 'run')})${hybrid}` },
    ...when(plan.recommendation !== null, {
      about: '',
      text: 'everything else here is of the middle world',
    }),
  ];
}

/** Of one that is refused it means nothing. */
function regretText(
  figure: FigureName,
  { fate, regret }: CandidateOverWorlds,
  which: 'mean' | 'greatest',
): string {
  return fate === 'refused' || regret === null ? '' : worldValue(figure, regret[which]);
}
