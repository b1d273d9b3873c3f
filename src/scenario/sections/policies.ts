import { ALWAYS_ACTIVE, isAlwaysActive, NEVER_SUSPEND } from '../../compute/lifecycle/suspend-timeout.js';
import type { PolicyDescription } from '../../compute/policy/interface/policy-parameter.js';
import {
  type ChosenPolicies,
  type ChosenPolicy,
  chosenPolicy,
  defaultPolicy,
  keepPolicy,
  OWN_POLICIES,
  type PolicyOf,
  type PolicySide,
  policyNamed,
} from '../../compute/policy/own-policies.js';
import { getOrCreate } from '../../kernel/get-or-create.js';
import type { Diagnostic } from '../document/diagnostic.js';
import { issueDiagnostics } from '../document/issues.js';
import { type Outside, type PolicyModule, PolicyModuleError } from '../document/outside.js';
import { type DocumentPath, quoted, type ScenarioDocument } from '../document/scenario-document.js';
import { assumed, chosen, type ScenarioAssumption } from '../model/assumption.js';
import { parameterText } from '../policy/policy-parameter-schema.js';
import { parameterSection } from '../policy/policy-schema.js';
import { userPolicy } from '../policy/user-policy.js';
import type { ComputeItem } from './computes.js';
import { changesLimits, type ScenarioEvent } from './events.js';
import { type Item, type Problem, reporterIn, within } from './list-section.js';

const SIDES: readonly PolicySide[] = ['size', 'suspend'];

/** Reports policies of a compute that its other settings make meaningless. */
export function checkPolicies(
  item: ComputeItem,
  events: readonly Item<ScenarioEvent>[],
  problem: Problem,
): void {
  const { policy } = item.form;
  for (const side of SIDES) {
    const pick = policy?.[side];
    if (pick === undefined || (pick.kind === 'module' && pick.is_whole)) continue;
    if (pick.kind === 'named' && pick.name === OWN_POLICIES[side].fallback.name) continue;
    const label = pick.kind === 'named' ? pick.name : pick.file;
    checkPolicy(item, side, label, ['policy', side], events, problem);
  }
}

/**
 * Reports other settings of a compute that contradict a policy.
 * @param label the policy's name in messages
 * @param place location of the policy within the compute
 */
function checkPolicy(
  { index, form }: ComputeItem,
  side: PolicySide,
  label: string,
  place: DocumentPath,
  events: readonly Item<ScenarioEvent>[],
  problem: Problem,
): void {
  const report = (message: string, ...related: readonly (keyof ComputeItem['form'])[]) =>
    within(problem, index)(place, message, { related: related.map((setting) => [setting]) });
  if (side === 'size') {
    const { autoscaling_limit_min_cu: min_cu, autoscaling_limit_max_cu: max_cu } = form;
    const frees = ({ form: event }: Item<ScenarioEvent>) =>
      event.compute === form.name && changesLimits(event);
    if (min_cu !== max_cu || events.some(frees)) return;
    report(
      `its size is fixed at ${max_cu} CU, so there is nothing for the size policy ${label} to decide; leave the size policy out, or set limits that differ`,
      'autoscaling_limit_min_cu',
      'autoscaling_limit_max_cu',
    );
    return;
  }
  const policy = `the suspension policy ${label}`;
  if (isAlwaysActive(form)) {
    report(
      `${ALWAYS_ACTIVE}, so there is nothing for ${policy} to decide; leave the suspension policy out`,
      'autoscaling_limit_max_cu',
    );
  } else if (form.suspend_timer !== undefined) {
    report(
      `${policy} decides when to suspend, and so does suspend_timer; leave one of them out`,
      'suspend_timer',
    );
  } else if (form.suspend_timeout_seconds === NEVER_SUSPEND) {
    report(
      `${policy} decides when to suspend, and suspend_timeout_seconds: -1 never does; leave one of them out`,
      'suspend_timeout_seconds',
    );
  }
}

/**
 * Reads the policies of all computes, by the compute's index in the scenario. A policy with a problem is replaced by
 * the default.
 * @returns also the problems of modules, and policies that other settings rule out
 */
export async function readPolicies(
  computes: readonly ComputeItem[],
  events: readonly Item<ScenarioEvent>[],
  outside: Outside,
  document: ScenarioDocument,
) {
  const policies = new Map<ComputeItem['index'], ChosenPolicies>();
  const broken: Diagnostic[] = [];
  const forbidden: Diagnostic[] = [];
  const forbid = reporterIn(['computes'], document, forbidden);
  for (const item of computes) {
    const problem = within(reporterIn(['computes'], document, broken), item.index);
    const modules = new Map<string, Promise<PolicyModule | undefined>>();
    const read = async <Side extends PolicySide>(side: Side): Promise<ChosenPolicy<PolicyOf[Side]>> => {
      const pick = item.form.policy?.[side];
      if (pick === undefined) return defaultPolicy(side);
      if (pick.kind === 'named') {
        const policy = policyNamed(side, pick.name) ?? OWN_POLICIES[side].fallback;
        return chosenPolicy(policy, pick.name, pick.parameters, undefined);
      }
      const { file, is_whole } = pick;
      const place = is_whole ? ['policy'] : ['policy', side];
      const module = await getOrCreate(modules, place.join(), () => imported(file, place, outside, problem));
      if (module === undefined) return defaultPolicy(side);
      if (module.exported[side] === undefined) {
        const hasNone = side === 'size' && module.exported['suspend'] === undefined;
        const missing = is_whole ? 'neither size nor suspend' : `no ${side}`;
        if (!is_whole || hasNone) problem(place, `${file} exports ${missing}${exportsText(module)}`);
        return defaultPolicy(side);
      }
      if (is_whole) checkPolicy(item, side, `of ${file}`, place, events, forbid);
      const { policy, problems } = userPolicy(module.exported[side], side, file);
      for (const message of problems) problem(place, `${file}: ${message}`);
      if (policy === undefined) return defaultPolicy(side);
      const { data: values = {}, error } = parameterSection(policy).safeParse(pick.parameters);
      broken.push(
        ...issueDiagnostics(error?.issues ?? [], ['computes', item.index, ...place, file], document),
      );
      keepPolicy(side, module.path, policy);
      return chosenPolicy(policy, file, values, module.path);
    };
    policies.set(item.index, { size: await read('size'), suspend: await read('suspend') });
  }
  return { policies, diagnostics: [...broken, ...forbidden], forbidden };
}

async function imported(
  file: string,
  place: DocumentPath,
  outside: Outside,
  problem: Problem,
): Promise<PolicyModule | undefined> {
  try {
    return await outside.policyModule(file);
  } catch (error) {
    if (!(error instanceof PolicyModuleError)) throw error;
    problem(place, error.message);
    return undefined;
  }
}

function exportsText({ exported }: PolicyModule): string {
  const names = Object.keys(exported);
  return names.length === 0 ? '; it exports nothing' : `; it exports ${names.join(', ')}`;
}

/** The parameters of a compute's policies that the scenario sets, or whose default is not certain. */
export function policyAssumptions(compute: string, policies: ChosenPolicies): readonly ScenarioAssumption[] {
  return SIDES.flatMap((side) => {
    const { policy, choice, key, set }: ChosenPolicy<PolicyDescription> = policies[side];
    return Object.entries(policy.parameters).flatMap(([name, parameter]): readonly ScenarioAssumption[] => {
      if (!set.has(name) && parameter.confidence === 'high') return [];
      const path = `computes.${quoted(compute)}.policy.${side}.${quoted(key)}.${name}`;
      const value = choice.values[name]!;
      const text = parameterText(parameter, value);
      const written = text === String(value) && Number.isFinite(value) ? value : text;
      return [set.has(name) ? chosen(path, written) : assumed(path, written, parameter)];
    });
  });
}
