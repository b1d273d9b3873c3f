import type { ObservationPlan, ObservationStep } from '../../adapter/observe/observation-plan.js';
import { type CallId, CONTRACT } from '../../api/contract.js';
import { NEVER_SUSPEND } from '../../compute/lifecycle/suspend-timeout.js';
import type { ComputeSpecification, Scenario } from '../../scenario/scenario.js';
import { largestCu } from '../../study/plan/plan-bounds.js';
import { priceOn } from '../../vendors/price-book.js';
import { column } from '../document/column.js';
import { type Document, labelledTexts, table } from '../document/report.js';
import { counted, duration, money, number } from '../figures/figure-text.js';
import { sizeText } from './apply.js';

/**
 * Every call that an observation will make, what it will cost at most, and what it leaves out.
 * @param where the calls go, in words
 */
export function observationPlanReport(
  plan: ObservationPlan,
  scenario: Scenario,
  {
    where,
    poll_seconds,
    project_name,
  }: Readonly<Record<'where' | 'project_name', string>> & {
    readonly poll_seconds: number;
  },
): Document {
  const cu_hours = (largestCu(scenario) * scenario.duration_seconds) / 3600;
  const cost_usd = cu_hours * priceOn(scenario.plan).usd_per_cu_hour;
  const polls = Math.ceil(scenario.duration_seconds / poll_seconds);
  return {
    about: scenario.name,
    title: `${duration(scenario.duration_seconds)} on ${where}`,
    facts: [],
    warnings: [],
    parts: [
      table<CallRow>({
        id: 'calls',
        keys: 4,
        rows: [
          ...plan.setup.map((step) => row('before', step, project_name)),
          ...plan.timeline.map(({ at_seconds, step }) => row(duration(at_seconds), step, project_name)),
          ...endRows(plan),
        ],
        columns: [
          column('when', 'when', 'text', ({ when }) => when),
          column('method', 'call', 'text', ({ call }) => CONTRACT[call].method),
          column('path', '', 'text', ({ call }) => CONTRACT[call].path),
          column('what', 'what', 'text', ({ what }) => what),
        ],
      }),
      labelledTexts('remarks', [
        ['Polls', `states and operations every ${duration(poll_seconds)}: ${counted(2 * polls, 'request')}`],
        [
          'At most',
          `${number(cu_hours)} CU-hours, ${money(cost_usd)} on plan ${scenario.plan.name}, if everything ran at its largest size all the time`,
        ],
        ['Not done', ...plan.left_out],
      ]),
    ],
  };
}

interface CallRow {
  readonly when: string;
  readonly call: CallId;
  readonly what: string;
}

function row(when: string, step: ObservationStep, project_name: string): CallRow {
  const [call, what] = worded(step, project_name);
  return { when, call, what };
}

function worded(step: ObservationStep, project_name: string): readonly [CallId, string] {
  switch (step.kind) {
    case 'create_project': {
      const quota = Object.keys(step.quota).length === 0 ? '' : 'the quota, ';
      const parts = `${quota}branch ${step.branch} and ${compute(step.compute)}`;
      return ['createProject', `${project_name}, with ${parts}`];
    }
    case 'create_branch':
      return [
        'createProjectBranch',
        step.compute === undefined ? step.branch : `${step.branch}, with ${compute(step.compute)}`,
      ];
    case 'create_endpoint':
      return ['createProjectEndpoint', `${compute(step.compute)} on branch ${step.compute.branch}`];
    case 'take_over':
      return ['updateProjectEndpoint', `${step.endpoint.id}, which exists, becomes ${compute(step.compute)}`];
    case 'start':
    case 'suspend':
    case 'restart':
      return [`${step.kind}ProjectEndpoint`, step.compute];
    case 'update': {
      const changes = Object.entries(step.set).map(([name, value]) => `${name} ${value}`);
      return ['updateProjectEndpoint', `${step.compute}: ${changes.join(', ')}`];
    }
  }
}

function compute(one: ComputeSpecification): string {
  const after = one.suspend_timeout_seconds;
  const timeout =
    after === 0 ? '' : `, ${after === NEVER_SUSPEND ? 'never suspended' : `suspended after ${after} s`}`;
  return `${one.type === 'read_write' ? 'compute' : 'replica'} ${one.name} (${sizeText(one)}${timeout})`;
}

function endRows({ existing, setup }: ObservationPlan): readonly CallRow[] {
  const end = (call: CallId, what: string): CallRow => ({ when: 'after', call, what });
  if (existing === undefined) return [end('deleteProject', 'everything that was created')];
  const created = setup.flatMap((step) => {
    if (step.kind === 'create_endpoint') return [step.compute.name];
    return step.kind === 'create_branch' && step.compute !== undefined ? [step.compute.name] : [];
  });
  const branches = setup.flatMap((step) => (step.kind === 'create_branch' ? [step.branch] : []));
  const edited = setup.flatMap((step) => (step.kind === 'take_over' ? [step.compute.name] : []));
  return [
    ...created.map((name) => end('deleteProjectEndpoint', name)),
    ...branches.map((name) => end('deleteProjectBranch', name)),
    ...edited.map((name) => end('updateProjectEndpoint', `${name}: its settings restored`)),
  ];
}
