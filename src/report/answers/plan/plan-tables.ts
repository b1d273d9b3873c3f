import { costFigure } from '../../../figures/cost.js';
import type { FigureName } from '../../../figures/run-figures.js';
import { confidenceText } from '../../../scenario/model/assumption.js';
import type {
  GrowthStep,
  PlanResult,
  Sensitivity,
  SensitivityEffect,
} from '../../../study/plan/plan-result.js';
import { type Column, column, figureColumn } from '../../document/column.js';
import { notesOn, type Part, table } from '../../document/report.js';
import { counted, percent } from '../../figures/figure-text.js';
import { changeText } from '../../figures/named-figure.js';
import { when } from '../../text/when.js';
import { figureWords } from '../../verdict/figure-words.js';
import { settingsWords } from '../../verdict/setting-words.js';
import { assumedValue } from '../run/run.js';
import { assumptionName, tornadoPlot } from './plan-plots.js';
import { limitText } from './plan-words.js';

/** Changes below this share are counted only. */
const MIN_NOTABLE_CHANGE = 0.01;
/** A change below this share is not shown. */
const NO_CHANGE = 1e-5;

/** The objective, the cost, what is limited, and how long queries take. */
export function planFigures({ objective, constraints, duration_seconds }: PlanResult): readonly FigureName[] {
  const cost = costFigure(duration_seconds);
  return [
    ...new Set<FigureName>([
      objective.figure === 'cost_usd' ? cost : objective.figure,
      cost,
      ...constraints.map(({ figure }) => figure),
      'latency_p99',
      // Nearly the same as the share that finds the compute idle.
      ...when(
        !constraints.some(({ figure }) => figure === 'wake_probability'),
        'delayed_probability' as const,
      ),
    ]),
  ];
}

/** The settings to choose at larger loads. */
export function growthParts(plan: PlanResult): readonly Part[] {
  const { growth, constraints, duration_seconds } = plan;
  if (growth.length === 0) return [];
  const figures = [...new Set([costFigure(duration_seconds), ...constraints.map(({ figure }) => figure)])];
  return [
    table<GrowthStep>({
      id: 'growth',
      title: 'When the load grows',
      short: 'Growth',
      behind: true,
      folded: true,
      in: ['screen', 'markdown', 'page'],
      keys: 2,
      rows: growth,
      columns: [
        column('load_factor', 'Load', 'factor', ({ factor }) => factor),
        { name: 'settings', head: 'Settings to choose then', of: chosenThen },
        ...figures.map((figure) => figureColumn<GrowthStep>(figure, (step) => step.figures[figure])),
        { name: 'stays', head: "Today's recommendation", of: ({ stays }) => staysWords(stays) },
        { name: 'based_on', head: 'Based on', of: basis, minor: 1 },
      ],
    }),
  ];
}

function chosenThen({ tried, complete, candidate, settings }: GrowthStep): string {
  if (candidate === null) return 'none that was tried meets the limits';
  const words = (settings && settingsWords(settings)) || candidate;
  if (complete) return words;
  return `${words} (${tried === 1 ? 'the only one tried' : `the best of ${tried} tried`})`;
}

function staysWords({ feasible, constraints }: GrowthStep['stays']): string {
  if (feasible) return 'still holds';
  const missed = constraints.filter(({ met }) => !met);
  return `misses ${missed.map(({ figure }) => figureWords(figure)).join(', ')}`;
}

function basis({ tried, replications, complete }: GrowthStep): string {
  const open = complete ? '' : '; the budget ended the search';
  return `${counted(tried, 'setting')}, ${counted(replications, 'run')}${open}`;
}

/** The effect of other assumptions: a tornado of the objective, and the assumptions that move a limited figure. */
export function sensitivityParts(plan: PlanResult): readonly Part[] {
  const { sensitivity, sensitivity_left_out, objective } = plan;
  const left = sensitivity_left_out.length;
  if (sensitivity.length + left === 0) return [];
  const moving = sensitivity.filter(
    ({ swing, low, high }) => swing > 0 || [low, high].some((effect) => typeof effect?.refused === 'string'),
  );
  const still = sensitivity.length - moving.length;
  const title = `If an assumption changes: ${figureWords(objective.figure)}`;
  const notable = moving.filter(isNotable);
  const small = moving.length - notable.length;
  const facts = [
    `${counted(sensitivity.length, 'assumption')} tried one at a time`,
    ...when(still > 0, `${counted(still, 'of them changes', 'of them change')} nothing`),
    ...when(small > 0, `${counted(small, 'changes', 'change')} no figure by 1 % or more`),
    ...when(left > 0, `${counted(left, 'more', 'more')} not simulated: a larger --max-queries does`),
  ];
  return [
    {
      kind: 'plot',
      id: 'sensitivity',
      title,
      short: 'Sensitivity',
      behind: true,
      in: ['page'],
      plot: tornadoPlot(
        plan,
        moving.filter((row) => magnitude(row) >= MIN_NOTABLE_CHANGE),
      ),
    },
    table<Sensitivity>({
      id: 'sensitivity-table',
      caption: title,
      folded: true,
      in: ['screen', 'markdown', 'page'],
      rows: notable,
      columns: sensitivityColumns(plan),
      below: notesOn('Assumptions', [facts.join('; ')]),
    }),
  ];
}

function sensitivityColumns({ constraints }: PlanResult): readonly Column<Sensitivity>[] {
  return [
    { name: 'assumption', head: 'Assumption', of: ({ assumption }) => assumptionName(assumption) },
    column('change', 'By up to', 'share', magnitude, { text: (row) => percent(magnitude(row)) }),
    ...when(constraints.length > 0, column('limit', 'Nearest limit by up to', 'figure_text', limitMoved)),
    { name: 'low', head: 'If lower', unit: 'figure_text', of: ({ low }) => effectText(low) },
    { name: 'high', head: 'If higher', unit: 'figure_text', of: ({ high }) => effectText(high) },
    column(
      'assumed',
      'Assumed',
      'figure_text',
      ({ value, confidence }) => `${assumedValue(value)} (${confidenceText(confidence)})`,
      { in: ['screen', 'page'], minor: 2 },
    ),
  ];
}

function isNotable(row: Sensitivity): boolean {
  return (
    magnitude(row) >= MIN_NOTABLE_CHANGE ||
    [row.low, row.high].some(
      (effect) =>
        effect !== null &&
        (effect.refused !== null ||
          consequences(effect).length > 0 ||
          Math.abs(effect.limit?.change ?? 0) >= MIN_NOTABLE_CHANGE),
    )
  );
}

/** By how much of its bound the limited figure moves that moves most. */
function limitMoved({ low, high }: Sensitivity): string {
  const moved = [low, high].flatMap((effect) => effect?.limit ?? []);
  const most = moved.toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change))[0];
  return most === undefined ? '-' : `${percent(Math.abs(most.change))} of ${limitText(most.constraint)}`;
}

function magnitude({ low, high }: Sensitivity): number {
  return Math.max(...[low, high].map((effect) => Math.abs(effect?.relative ?? 0)));
}

function effectText(effect: SensitivityEffect | null): string {
  if (effect === null) return '-';
  const value = assumedValue(effect.value);
  if (effect.refused !== null) return `${value}: not possible`;
  const share = effect.relative;
  const change = share === null ? '-' : Math.abs(share) < NO_CHANGE ? 'no change' : changeText(share, 1);
  return [`${value}: ${change}`, ...consequences(effect)].join(', ');
}

function consequences({ breaks, instead }: SensitivityEffect): readonly string[] {
  return [
    ...when(breaks.length > 0, `breaks ${breaks.map(limitText).join(', ')}`),
    ...(instead === null ? [] : [`then ${instead}`]),
  ];
}
