import { FIGURE_LABELS, type FigureName } from '../../../figures/run-figures.js';
import type {
  ConstraintResult,
  PlanCandidate,
  PlanResult,
  Sensitivity,
  SensitivityEffect,
} from '../../../study/plan/plan-result.js';
import { counted, number, percent } from '../../figures/figure-text.js';
import { changeText, figureWithSpread } from '../../figures/named-figure.js';
import type { ReportBlock } from '../../text/text-report.js';
import type { TextTable } from '../../text/text-table.js';
import { costFigure, figureWords } from '../../verdict/figure-words.js';
import { assumedValue } from '../run/run.js';
import { limitText, probabilityText } from './plan-words.js';

/** A table with its title. */
type PlanTable = ReportBlock & { readonly table: TextTable };

/** Candidates that the table shows. */
const MAX_CANDIDATES = 10;
/** Columns of half of a tornado's bar. */
const BAR = 8;
/** Changes below this share are left out of Markdown. */
const NOTABLE = 0.01;

/** The tables of a plan: candidates, growth and sensitivity, those without a row left out. */
export function planTables(result: PlanResult): readonly PlanTable[] {
  return withRows([candidatesTable(result), growthTable(result), sensitivityTable(result)]);
}

/** The same, narrow enough for a comment: without bars, and without assumptions that hardly change anything. */
export function planMarkdownTables(result: PlanResult): readonly PlanTable[] {
  return withRows([
    candidatesTable(result),
    growthTable(result),
    notableTable(sensitivityTable(result), movingAssumptions(result)),
  ]);
}

function withRows(tables: readonly PlanTable[]): readonly PlanTable[] {
  return tables.filter(({ table }) => table.rows.length > 0);
}

/** The rows of assumptions that change something, without the columns of the bar and of the assumed value. */
function notableTable(
  { title, table: { head, rows } }: PlanTable,
  moving: readonly Sensitivity[],
): PlanTable {
  const narrow = (cells: readonly string[]) =>
    cells.filter((_, place) => place !== 1 && place < cells.length - 1);
  const shown = rows.filter((_, index) => isNotable(moving[index]!));
  return {
    ...(title !== undefined && { title }),
    table: { head: narrow(head), rows: shown.map(narrow), left: 1 },
  };
}

function isNotable({ low, high }: Sensitivity): boolean {
  return [low, high].some(
    (effect) =>
      effect !== null &&
      (magnitude(effect) >= NOTABLE ||
        effect.refused !== null ||
        consequences(effect).length > 0 ||
        Math.abs(effect.limit?.change ?? 0) >= NOTABLE),
  );
}

/** The recommendation, the next best, today's settings and the fronts, by ascending cost. */
function candidatesTable(plan: PlanResult): PlanTable {
  const figures = figuresTold(plan);
  const rows = shown(plan.candidates).map((candidate) => [
    candidate.name,
    roleOf(candidate, plan),
    ...figures.map((figure) => figureWithSpread(figure, candidate.figures[figure])),
  ]);
  const head = ['candidate', '', ...figures.map((figure) => FIGURE_LABELS[figure])];
  return { title: 'Candidates', table: { head, rows, left: 2, key: 1 } };
}

/** The objective, the cost, what is limited, and how long queries take. */
function figuresTold({ objective, constraints, duration_seconds }: PlanResult): readonly FigureName[] {
  const cost = costFigure(duration_seconds);
  return [
    ...new Set<FigureName>([
      objective.figure === 'cost_usd' ? cost : objective.figure,
      cost,
      ...constraints.map(({ figure }) => figure),
      'latency_p99',
      'delayed_probability',
    ]),
  ];
}

/** Today's settings, the recommendation and the next best next to each other, a row for each figure. */
export function leadingTable(plan: PlanResult): TextTable {
  const { candidates } = plan;
  const leads = [
    ...candidates.filter(({ today }) => today),
    ...candidates.filter(({ fate, today }) => !today && fate === 'recommended'),
    ...candidates.filter(({ fate, today }) => !today && fate === 'next_best'),
  ];
  const role = ({ today, fate }: PlanCandidate) =>
    [
      ...(today ? ['today'] : []),
      ...(fate === 'recommended' ? ['recommended'] : fate === 'next_best' ? ['next best'] : []),
    ].join(', ');
  return {
    head: ['', ...leads.map(role)],
    rows: [
      ['Settings', ...leads.map(({ name }) => name)],
      ...figuresTold(plan).map((figure) => [
        FIGURE_LABELS[figure],
        ...leads.map(({ figures }) => figureWithSpread(figure, figures[figure])),
      ]),
    ],
  };
}

function shown(candidates: readonly PlanCandidate[]): readonly PlanCandidate[] {
  const weight = ({ fate, today, pareto }: PlanCandidate): number => {
    if (fate === 'recommended') return 0;
    if (fate === 'next_best' || today) return 1;
    return pareto.latency ? 2 : pareto.delayed ? 3 : fate === 'kept' ? 4 : 5;
  };
  const cost = ({ figures }: PlanCandidate) => figures.cost_usd_per_month?.mean ?? Number.MAX_VALUE;
  return candidates
    .filter(({ replications }) => replications > 0)
    .map((candidate, index) => ({ candidate, index }))
    .sort((a, b) => weight(a.candidate) - weight(b.candidate) || a.index - b.index)
    .slice(0, MAX_CANDIDATES)
    .sort((a, b) => cost(a.candidate) - cost(b.candidate) || a.index - b.index)
    .map(({ candidate }) => candidate);
}

function roleOf(candidate: PlanCandidate, plan: PlanResult): string {
  const { fate, today, feasible, pareto, constraints } = candidate;
  const words = [
    ...(fate === 'recommended' ? ['recommended'] : fate === 'next_best' ? ['next best'] : []),
    ...(today ? ['today'] : []),
    ...(feasible === false
      ? [fate !== 'infeasible' && isUnclear(constraints) ? 'may break a constraint' : 'breaks a constraint']
      : []),
    ...rivalWords(candidate, plan),
    ...(pareto.latency || pareto.delayed ? ['front'] : []),
  ];
  return words.join(', ');
}

/** Why a candidate that looks better than the recommendation is not recommended. */
function rivalWords(
  { figures, feasible, constraints, name }: PlanCandidate,
  plan: PlanResult,
): readonly string[] {
  const { candidates, recommendation, objective, safety } = plan;
  const best = candidates.find((each) => each.name === recommendation);
  const [own, other] = [figures[objective.figure]?.mean, best?.figures[objective.figure]?.mean];
  if (feasible !== true || name === recommendation || own === undefined || other === undefined) return [];
  if (objective.sense === 'least' ? own >= other : own <= other) return [];
  const least = Math.min(...constraints.map(({ probability }) => probability ?? 0));
  return constraints.length > 0 && least < safety
    ? [`not sure enough to meet its limits (${probabilityText(least)}, asked ${percent(safety)})`]
    : ['may be better by chance'];
}

/** Whether chance may be all that makes the missed constraints missed. */
function isUnclear(constraints: readonly ConstraintResult[]): boolean {
  return constraints.every(({ met, clear }) => met || !clear);
}

function growthTable({ growth, duration_seconds }: PlanResult): PlanTable {
  const cost = costFigure(duration_seconds);
  const rows = growth.map(
    ({ factor, candidate, figures, constraints, stays, tried, complete, replications }) => [
      `${number(factor)}x`,
      tried === 0 ? 'not looked at' : (candidate ?? 'none that was tried'),
      figureWithSpread(cost, figures[cost]),
      stays.feasible === null ? '-' : stays.feasible ? 'still feasible' : 'breaks a constraint',
      constraints
        .map(({ figure, value }) => `${figureWords(figure)} ${figureWithSpread(figure, value)}`)
        .join(', '),
      tried === 0
        ? 'no room in --max-queries'
        : `${tried} tried, ${counted(replications, 'whole run')}${complete ? '' : ', budget ended'}`,
    ],
  );
  const head = ['load', 'settings', FIGURE_LABELS[cost], 'recommendation', 'constraints', 'based on'];
  return { title: 'When the load grows', table: { head, rows, left: 2, key: 1 } };
}

/** A tornado of the objective, and what moves a limited figure: the assumption that moves most comes first. */
function sensitivityTable(plan: PlanResult): PlanTable {
  const { objective, constraints } = plan;
  const moving = movingAssumptions(plan);
  const widest = Math.max(1e-12, ...moving.flatMap(({ low, high }) => [low, high].map(magnitude)));
  const limited = constraints.length > 0;
  const rows = moving.map(({ assumption, value, confidence, low, high }) => [
    assumption.replace(/^model\./, '').replaceAll('_', ' '),
    tornado([low, high], widest),
    percent(Math.max(magnitude(low), magnitude(high))),
    ...(limited ? [limitMoved([low, high])] : []),
    effectText(low),
    effectText(high),
    `${assumedValue(value)} (${confidence})`,
  ]);
  const bar = `${'less'.padStart(BAR)}|${'more'.padEnd(BAR)}`;
  const swing = [`${figureWords(objective.figure)} by up to`, ...(limited ? ['nearest limit by up to'] : [])];
  const head = ['assumption', bar, ...swing, 'if lower', 'if higher', 'assumed'];
  const title = `If an assumption changes: ${figureWords(objective.figure)}`;
  return { title, table: { head, rows, left: 2, key: 1 } };
}

/** By how much of its bound the limited figure moves that moves most. */
function limitMoved(effects: readonly (SensitivityEffect | null)[]): string {
  const moved = effects.flatMap((effect) => effect?.limit ?? []);
  const most = moved.toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change))[0];
  if (most === undefined) return '-';
  return `${percent(Math.abs(most.change))} of ${limitText(most.constraint)}`;
}

/** The assumptions of which another value changes something, or is not possible. */
export function movingAssumptions({ sensitivity }: Pick<PlanResult, 'sensitivity'>): readonly Sensitivity[] {
  return sensitivity.filter(
    ({ swing, low, high }) => swing > 0 || [low, high].some((effect) => typeof effect?.refused === 'string'),
  );
}

function magnitude(effect: Sensitivity['low']): number {
  return Math.abs(effect?.relative ?? 0);
}

function tornado(effects: readonly (SensitivityEffect | null)[], widest: number): string {
  const values = effects.map((effect) => effect?.relative ?? 0);
  const length = (value: number) => Math.round((BAR * Math.abs(value)) / widest);
  const left = length(Math.min(0, ...values));
  const right = length(Math.max(0, ...values));
  return `${' '.repeat(BAR - left)}${'█'.repeat(left)}|${'█'.repeat(right)}${' '.repeat(BAR - right)}`;
}

function effectText(effect: SensitivityEffect | null): string {
  if (effect === null) return '-';
  const value = assumedValue(effect.value);
  if (effect.refused !== null) return `${value}: not possible`;
  const share = effect.relative;
  const change = share === null ? '-' : share === 0 ? 'no change' : changeText(share, 1);
  return [`${value}: ${change}`, ...consequences(effect, limitText)].join(', ');
}

/** What another value brings about. @param limit how a limit is written */
export function consequences({ breaks, instead }: SensitivityEffect, limit = (text: string) => text) {
  return [
    ...(breaks.length > 0 ? [`breaks ${breaks.map(limit).join(', ')}`] : []),
    ...(instead === null ? [] : [`then ${instead}`]),
  ];
}
