import { FIGURE_UNITS } from '../../../figures/run-figures.js';
import type { CandidateOverWorlds, PlanOverWorlds } from '../../../study/worlds/plan-worlds-result.js';
import { type Column, column } from '../../document/column.js';
import { type Note, notesOn, type Part, table } from '../../document/report.js';
import { counted } from '../../figures/figure-text.js';
import { when } from '../../text/when.js';
import { figureWords } from '../../verdict/figure-words.js';
import { namedSettings } from '../../verdict/setting-words.js';
import { brokenWords, type WorldsOfPlan } from '../../verdict/worlds-words.js';
import { intervalParts } from '../worlds.js';

/** Candidates that the table shows. */
const MAX_CANDIDATES = 12;
/** Worlds that are described; --json has all. */
const MAX_WORLDS = 6;

/** The choice of least regret, why each other candidate was not chosen, and how much the intervals matter. */
export function planWorldsParts(of: WorldsOfPlan): readonly Part[] {
  const { plan, worlds } = of;
  const { figure } = plan.objective;
  const shown = shownCandidates(worlds.candidates);
  const regret = (name: 'mean' | 'greatest', head: string) =>
    value(`${name}_regret`, head, ({ fate, regret: lost }) =>
      // A refused candidate has no regret.
      fate === 'refused' ? null : lost?.[name],
    );
  const value = (name: string, head: string, own: Column<CandidateOverWorlds>['of']) =>
    column<CandidateOverWorlds>(name, head, FIGURE_UNITS[figure], own);
  return [
    table<CandidateOverWorlds>({
      id: 'worlds',
      title: `Over ${counted(worlds.worlds, 'world')} drawn from the intervals`,
      short: 'Worlds',
      behind: true,
      in: ['screen', 'markdown', 'page'],
      rows: shown,
      columns: [
        {
          name: 'candidate',
          head: 'Candidate',
          of: (each) => ({ name: namedSettings(each), tags: rolesOf(each) }),
        },
        column('worlds_met', 'Worlds met', 'count', ({ worlds_met }) => worlds_met, {
          text: ({ worlds_met }) => (worlds_met === null ? '' : `${worlds_met} of ${worlds.worlds}`),
        }),
        regret('mean', 'Mean regret'),
        regret('greatest', 'Greatest regret'),
        column('worst_world', 'In world', 'count', ({ fate, regret: lost }) =>
          fate === 'refused' || lost?.greatest === 0 ? null : lost?.world,
        ),
        ...when(
          shown.some(({ broken }) => broken.length > 0),
          { name: 'breaks', head: 'Breaks', of: (each: CandidateOverWorlds) => brokenWords(each, worlds) },
        ),
        value('median', `Median ${figureWords(figure)}`, ({ objective }) => objective?.median),
        { ...value('low_5', '5 %', ({ objective }) => objective?.low_5), in: ['page'] },
        { ...value('high_95', '95 %', ({ objective }) => objective?.high_95), in: ['page'] },
      ],
      below: worldsNotes(of, shown),
    }),
    ...intervalParts(
      worlds,
      `${figureWords(figure)} of ${worlds.choice === null ? "today's settings" : 'the choice'}`,
    ),
  ];
}

/** The choice, today's settings and the best of the middle world, then the first of the others. */
function shownCandidates(candidates: readonly CandidateOverWorlds[]): readonly CandidateOverWorlds[] {
  const isNamed = (each: CandidateOverWorlds) =>
    each.today || each.best_of_middle || each.fate === 'least_regret';
  const room = MAX_CANDIDATES - candidates.filter(isNamed).length;
  const others = candidates.filter((each) => !isNamed(each)).slice(0, room);
  return candidates.filter((each) => isNamed(each) || others.includes(each));
}

/** A candidate's roles, in a few words each. */
export function rolesOf({ fate, today, best_of_middle }: CandidateOverWorlds): readonly string[] {
  return [
    ...when(fate === 'least_regret', 'least regret'),
    ...when(best_of_middle, 'best of the middle world'),
    ...when(today, 'today'),
    ...when(fate === 'refused', 'refused'),
    ...when(fate === 'not_looked_at', 'not simulated'),
  ];
}

function worldsNotes(of: WorldsOfPlan, shown: readonly CandidateOverWorlds[]): readonly Note[] {
  const { plan, worlds } = of;
  const rest = worlds.candidates.length - shown.length;
  return [
    ...notesOn(
      '',
      when(rest > 0, `${counted(rest, 'other candidate')}: --json has why each of them was not chosen`),
    ),
    ...notesOn('Worlds', namedWorlds(shown, worlds)),
    ...notesOn('Regret', [regretText(worlds)]),
    ...notesOn('Runs', [
      runsText(worlds),
      ...when(plan.recommendation !== null, 'everything else here is of the middle world'),
    ]),
  ];
}

/** The worlds that reasons name, by their inputs. */
function namedWorlds(shown: readonly CandidateOverWorlds[], { outcomes }: PlanOverWorlds): readonly string[] {
  const named = shown.flatMap(({ fate, regret, broken }) => [
    ...broken.map(({ worst_world }) => worst_world),
    ...(fate === 'refused' || regret === null ? [] : [regret.world]),
  ]);
  const shown_worlds = [...new Set(named)].sort((a, b) => a - b).slice(0, MAX_WORLDS);
  return shown_worlds.map((world) => {
    const inputs = Object.entries(outcomes[world - 1]?.inputs ?? {});
    return `${world}: ${inputs.map(([path, value]) => `${path} ${value}`).join(', ')}`;
  });
}

function regretText({ least_worlds_met, possible_worlds, worlds }: PlanOverWorlds): string {
  const impossible = worlds - possible_worlds;
  const text = `what a candidate loses in a world against the best that meets every constraint there; the choice has the least mean regret of those that meet them in ${least_worlds_met} of ${possible_worlds} worlds (--confidence)`;
  if (impossible === 0) return text;
  return `${text}; in ${counted(impossible, 'world')} none meets every constraint: they count for no candidate`;
}

function runsText({ looked_at, candidates_allowed, runs, fidelity }: PlanOverWorlds): string {
  const evaluated =
    looked_at === candidates_allowed
      ? 'all candidates were run in every world'
      : `${looked_at} of ${candidates_allowed} candidates were run in every world, and regret is against the best of these: a larger --max-queries has room for more`;
  const how =
    fidelity === 'exact'
      ? ''
      : '; at hybrid fidelity, whose cost is within about 1 % and whose latency is within about 5 % of exact runs';
  return `${evaluated}, once each (${counted(runs, 'run')})${how}`;
}
