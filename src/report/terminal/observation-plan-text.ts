import type { ObservationPlan, ObservationStep } from '../../adapter/observe/observation-plan.js';
import { type CallId, CONTRACT } from '../../api/contract.js';
import { NEVER_SUSPEND } from '../../compute/lifecycle/suspend-timeout.js';
import type { ComputeSpecification, Scenario } from '../../scenario/scenario.js';
import { priceOn, pricesChecked } from '../../vendors/price-book.js';
import { counted, duration, money, number } from '../figures/figure-text.js';
import { tableLines } from '../text/fitted-table.js';
import { line, paragraph, plainText, titleLines } from '../text/text-block.js';
import { sizeText } from './apply-plan-text.js';

/** The most that the computes of a scenario can use and cost while it lasts. */
export function costBound(scenario: Scenario): { readonly cu_hours: number; readonly cost_usd: number } {
  const largest = scenario.computes.map(({ name, autoscaling_limit_max_cu }) =>
    scenario.events.reduce(
      (most, event) =>
        event.compute === name && event.kind === 'update'
          ? Math.max(most, event.set.autoscaling_limit_max_cu ?? 0)
          : most,
      autoscaling_limit_max_cu,
    ),
  );
  const cu_hours = (largest.reduce((sum, cu) => sum + cu, 0) * scenario.duration_seconds) / 3600;
  const price = priceOn(scenario.plan);
  return { cu_hours, cost_usd: cu_hours * price.usd_per_cu_hour };
}

/**
 * Every call that an observation will make, what it will cost at most, and what it leaves out.
 * @param where the calls go, in words
 */
export function observationPlanText(
  plan: ObservationPlan,
  scenario: Scenario,
  {
    where,
    poll_seconds,
    project_name,
    width,
  }: Readonly<{ where: string; poll_seconds: number; project_name: string; width: number }>,
): string {
  const rows = [
    ...plan.setup.map((step) => row('before', step, project_name)),
    ...plan.timeline.map(({ at_seconds, step }) => row(duration(at_seconds), step, project_name)),
    ...endRows(plan),
  ];
  const { cu_hours, cost_usd } = costBound(scenario);
  const polls = Math.ceil(scenario.duration_seconds / poll_seconds);
  const remarks = [
    `States and operations are polled every ${duration(poll_seconds)}: ${counted(2 * polls, 'request')}.`,
    `At most ${number(cu_hours)} CU-hours, ${money(cost_usd)} on plan ${scenario.plan.name}, if everything ran at its largest size all the time (${pricesChecked()}).`,
    ...plan.left_out.map((what) => `Not done: ${what}.`),
  ];
  return plainText([
    ...titleLines(`${scenario.name}: ${duration(scenario.duration_seconds)} on ${where}`, width),
    line(''),
    ...tableLines({ head: ['when', 'call', '', 'what'], rows, left: 4 }, width),
    line(''),
    ...remarks.flatMap((text) => paragraph(text, width)),
  ]);
}

function row(when: string, step: ObservationStep, project_name: string): readonly string[] {
  return callRow(when, ...worded(step, project_name));
}

function callRow(when: string, name: CallId, what: string): readonly string[] {
  const { method, path } = CONTRACT[name];
  return [when, method, path, what];
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

function endRows({ existing, setup }: ObservationPlan): readonly (readonly string[])[] {
  const end = (name: CallId, what: string) => callRow('after', name, what);
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
