import type { FigureName } from '../../figures/run-figures.js';
import type {
  ConstraintResult,
  PlanCandidate,
  PlanResult,
  Sensitivity,
  SensitivityEffect,
} from '../../planner/plan/plan-result.js';
import { counted, number, percent } from '../figures/figure-text.js';
import { figureWithSpread } from '../figures/named-figure.js';
import { cut } from '../text/text-block.js';
import type { ReportBlock } from '../text/text-report.js';
import type { TextTable } from '../text/text-table.js';

/** A table with its title. */
type PlanTable = ReportBlock & { readonly table: TextTable };

/** Candidates that the table shows. */
const MAX_CANDIDATES = 10;
/** Columns of half of a tornado's bar. */
const BAR = 8;
/** Columns of a value in a cell; plan.json has it whole. */
const MAX_VALUE = 16;

/** The tables of a plan: candidates, growth and sensitivity, those without a row left out. */
export function planTables(result: PlanResult): readonly PlanTable[] {
  return [candidatesTable(result), growthTable(result), sensitivityTable(result)].filter(
    ({ table }) => table.rows.length > 0,
  );
}

/** The recommendation, the next best, today's settings and the fronts, by ascending cost. */
function candidatesTable({ candidates, objective, constraints }: PlanResult): PlanTable {
  const figures = [
    ...new Set<FigureName>([
      objective.figure,
      'cost_usd_per_month',
      ...constraints.map(({ figure }) => figure),
      'latency_p99',
      'delayed_probability',
    ]),
  ];
  const rows = shown(candidates).map((candidate) => [
    candidate.name,
    roleOf(candidate),
    ...figures.map((figure) => figureWithSpread(figure, candidate.figures[figure])),
  ]);
  return { title: 'Candidates', table: { head: ['candidate', '', ...figures], rows, left: 2 } };
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

function roleOf({ fate, today, feasible, pareto, constraints }: PlanCandidate): string {
  const words = [
    ...(fate === 'recommended' ? ['recommended'] : fate === 'next_best' ? ['next best'] : []),
    ...(today ? ['today'] : []),
    ...(feasible === false
      ? [fate !== 'infeasible' && isUnclear(constraints) ? 'may break a constraint' : 'breaks a constraint']
      : []),
    ...(pareto.latency || pareto.delayed ? ['front'] : []),
  ];
  return words.join(', ');
}

/** Whether chance may be all that makes the missed constraints missed. */
function isUnclear(constraints: readonly ConstraintResult[]): boolean {
  return constraints.every(({ met, clear }) => met || !clear);
}

function growthTable({ growth }: PlanResult): PlanTable {
  const rows = growth.map(
    ({ factor, candidate, figures, constraints, stays, tried, complete, replications }) => [
      `${number(factor)}x`,
      tried === 0 ? 'not looked at' : (candidate ?? 'none that was tried'),
      figureWithSpread('cost_usd_per_month', figures.cost_usd_per_month),
      stays.feasible === null ? '-' : stays.feasible ? 'still feasible' : 'breaks a constraint',
      constraints.map(({ figure, value }) => `${figure} ${figureWithSpread(figure, value)}`).join(', '),
      tried === 0
        ? 'no room in --budget'
        : `${tried} tried, ${counted(replications, 'whole run')}${complete ? '' : ', budget ended'}`,
    ],
  );
  const head = ['load', 'settings', 'cost_usd_per_month', 'recommendation', 'constraints', 'based on'];
  return { title: 'When the load grows', table: { head, rows, left: 2 } };
}

/** A tornado: the assumption that moves most comes first. */
function sensitivityTable({ sensitivity, objective }: PlanResult): PlanTable {
  const moving = sensitivity.filter(({ swing, low, high }) => swing > 0 || refusal(low) || refusal(high));
  const widest = Math.max(1e-12, ...moving.flatMap(({ low, high }) => [low, high].map(magnitude)));
  const rows = moving.map(({ assumption, value, confidence, low, high, swing }) => [
    assumption.replace(/^model\./, ''),
    tornado([low, high], widest),
    percent(swing),
    effectText(low),
    effectText(high),
    `${cut(value, MAX_VALUE)} (${confidence})`,
  ]);
  const bar = `${'less'.padStart(BAR)}|${'more'.padEnd(BAR)}`;
  const head = ['assumption', bar, 'swing', 'if lower', 'if higher', 'assumed'];
  return { title: `If an assumption changes: ${objective.figure}`, table: { head, rows, left: 2 } };
}

function refusal(effect: SensitivityEffect | null): boolean {
  return effect !== null && effect.refused !== null;
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
  if (effect.refused !== null) return `${cut(effect.value, MAX_VALUE)}: not possible`;
  const value = cut(effect.value, MAX_VALUE);
  const change = effect.relative === null ? '-' : signed(effect.relative);
  const consequences = [
    ...(effect.breaks.length > 0 ? [`breaks ${effect.breaks.join(', ')}`] : []),
    ...(effect.instead === null ? [] : [`then ${effect.instead}`]),
  ];
  return [`${value}: ${change}`, ...consequences].join(', ');
}

function signed(share: number): string {
  if (share === 0) return 'no change';
  return `${share < 0 ? '-' : '+'}${number(100 * Math.abs(share))} %`;
}
