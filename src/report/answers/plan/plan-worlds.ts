import { FIGURE_LABELS, FIGURE_UNITS } from '../../../figures/run-figures.js';
import type { CandidateOverWorlds, PlanOverWorlds } from '../../../study/worlds/plan-worlds-result.js';
import { type Column, column } from '../../document/column.js';
import type { Plot } from '../../document/plot.js';
import { type Note, notesOn, type Part, table } from '../../document/report.js';
import { counted } from '../../figures/figure-text.js';
import { figureText } from '../../figures/named-figure.js';
import { type Message, messages } from '../../text/messages.js';
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
    {
      kind: 'plot',
      id: 'worlds',
      title: `Over ${counted(worlds.worlds, 'world')} drawn from the intervals`,
      short: 'Worlds',
      behind: true,
      in: ['page'],
      plot: worldsPlot(of, shown),
    },
    table<CandidateOverWorlds>({
      id: 'worlds-candidates',
      caption: `Over ${counted(worlds.worlds, 'world')} drawn from the intervals`,
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
    ...notesOn('Regret', [messages(REGRET, worlds).join('')]),
    ...notesOn('Runs', [
      messages(RUNS, worlds).join(''),
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
  const told = [...new Set(named)].sort((a, b) => a - b).slice(0, MAX_WORLDS);
  return told.map((world) => {
    const inputs = Object.entries(outcomes[world - 1]?.inputs ?? {});
    return `${world}: ${inputs.map(([path, value]) => `${path} ${value}`).join(', ')}`;
  });
}

const REGRET: readonly Message<PlanOverWorlds>[] = [
  [
    () => true,
    ({ least_worlds_met, possible_worlds }) =>
      `what a candidate loses in a world against the best that meets every constraint there; the choice has the least mean regret of those that meet them in ${least_worlds_met} of ${possible_worlds} worlds (--confidence)`,
  ],
  [
    ({ worlds, possible_worlds }) => possible_worlds < worlds,
    ({ worlds, possible_worlds }) =>
      `; in ${counted(worlds - possible_worlds, 'world')} none meets every constraint: they count for no candidate`,
  ],
];

const RUNS: readonly Message<PlanOverWorlds>[] = [
  [
    ({ looked_at, candidates_allowed }) => looked_at === candidates_allowed,
    () => 'all candidates were run in every world',
  ],
  [
    ({ looked_at, candidates_allowed }) => looked_at < candidates_allowed,
    ({ looked_at, candidates_allowed }) =>
      `${looked_at} of ${candidates_allowed} candidates were run in every world, and regret is against the best of these: a larger --max-queries has room for more`,
  ],
  [() => true, ({ runs }) => `, once each (${counted(runs, 'run')})`],
  [
    ({ fidelity }) => fidelity !== 'exact',
    () =>
      '; at hybrid fidelity, whose cost is within about 1 % and whose latency is within about 5 % of exact runs',
  ],
];

/** The objective of each candidate over the worlds: its median, and where nine worlds of ten lie. */
function worldsPlot({ plan, worlds }: WorldsOfPlan, shown: readonly CandidateOverWorlds[]): Plot {
  const { figure } = plan.objective;
  const text = (value: number) => figureText(figure, value);
  const measured = shown.flatMap((each) =>
    each.objective === null ? [] : [{ ...each, objective: each.objective }],
  );
  const names = measured.map((each) =>
    [namedSettings(each), ...when(rolesOf(each).length > 0, rolesOf(each).join(', '))].join(': '),
  );
  return {
    id: 'worlds-plot',
    title: `${FIGURE_LABELS[figure]} of each candidate over ${counted(worlds.worlds, 'world')}: the median`,
    interval: 'where nine worlds of ten are',
    keys: [
      ...when(worlds.choice !== null, { kind: 'part-growing', text: 'least regret' }),
      ...when(
        measured.some(({ fate }) => fate === 'refused'),
        { kind: 'cell-missed', text: 'refused: breaks a limit' },
      ),
    ],
    panels: [
      {
        x: { label: '', text },
        y: { label: FIGURE_LABELS[figure], text: String, names },
        layers: [
          {
            as: 'bar',
            kind: 'bar-part',
            marks: measured.map(({ objective: { median, low_5, high_95 }, fate }, y) => ({
              x: median,
              y,
              x_ends: [low_5, high_95],
              names: [`${text(median)} (${text(low_5)} to ${text(high_95)})`],
              kinds: [...when(fate === 'least_regret', 'best'), ...when(fate === 'refused', 'missed')],
            })),
          },
        ],
      },
    ],
  };
}
