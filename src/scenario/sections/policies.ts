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
import { suggestion } from '../../kernel/nearest-name.js';
import type { Diagnostic } from '../document/diagnostic.js';
import { issueDiagnostics } from '../document/issues.js';
import { type Outside, type PolicyModule, PolicyModuleError } from '../document/outside.js';
import { type DocumentPath, quoted, type ScenarioDocument } from '../document/scenario-document.js';
import { assumed, chosen, type ScenarioAssumption } from '../model/assumption.js';
import { parameterSchema, parameterText } from '../policy/policy-parameter-schema.js';
import type { PolicyPick } from '../policy/policy-schema.js';
import { userPolicy } from '../policy/user-policy.js';
import type { ComputeItem } from './computes.js';
import { changesLimits, type ScenarioEvent } from './events.js';
import { type Item, type Problem, within } from './list-section.js';

const SIDES: readonly PolicySide[] = ['size', 'suspend'];

/** Reports policies of a compute that its other settings make meaningless. */
export function checkPolicies(
  item: ComputeItem,
  events: readonly Item<ScenarioEvent>[],
  problem: Problem,
): void {
  const { policy } = item.form;
  if (policy?.kind !== 'sides') return;
  for (const side of SIDES) {
    const pick = policy[side];
    if (pick === undefined || (pick.kind === 'named' && pick.name === OWN_POLICIES[side].fallback.name))
      continue;
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

/** The policies of every compute, by the compute's index in the scenario. */
export type PolicyLibrary = ReadonlyMap<ComputeItem['index'], ChosenPolicies>;

/**
 * Reads the policies of all computes; each module is imported once. A policy with a problem is replaced by the
 * default.
 * @returns also the problems of modules, and policies that other settings rule out
 */
export async function readPolicies(
  computes: readonly ComputeItem[],
  events: readonly Item<ScenarioEvent>[],
  outside: Outside,
  document: ScenarioDocument,
): Promise<{
  readonly policies: PolicyLibrary;
  readonly diagnostics: readonly Diagnostic[];
  readonly forbidden: readonly Diagnostic[];
}> {
  const policies = new Map<ComputeItem['index'], ChosenPolicies>();
  const diagnostics: Diagnostic[] = [];
  const forbidden: Diagnostic[] = [];
  for (const item of computes) {
    const modules = new PolicyModules(item, outside, document, diagnostics);
    policies.set(
      item.index,
      await modules.policies((side, label) =>
        checkPolicy(item, side, label, ['policy'], events, (path, message, { part, related = [] } = {}) => {
          const places = related.map((place) => ['computes', ...place]);
          const problem = document.diagnostic(['computes', ...path], message, part, places);
          diagnostics.push(problem);
          forbidden.push(problem);
        }),
      ),
    );
  }
  return { policies, diagnostics, forbidden };
}

/** Reads one compute's policies, collects problems and continues with the default. */
class PolicyModules {
  readonly #item: ComputeItem;
  readonly #outside: Outside;
  readonly #document: ScenarioDocument;
  readonly #diagnostics: Diagnostic[];

  constructor(item: ComputeItem, outside: Outside, document: ScenarioDocument, diagnostics: Diagnostic[]) {
    this.#item = item;
    this.#outside = outside;
    this.#document = document;
    this.#diagnostics = diagnostics;
  }

  /** @param check reports settings that contradict a side of a module without parameters */
  async policies(check: (side: PolicySide, label: string) => void): Promise<ChosenPolicies> {
    const { policy } = this.#item.form;
    if (policy?.kind !== 'module') {
      return {
        size: await this.#side('size', policy?.size),
        suspend: await this.#side('suspend', policy?.suspend),
      };
    }
    const { file } = policy;
    const place = ['policy'];
    const module = await this.#import(file, place);
    if (
      module !== undefined &&
      module.exported['size'] === undefined &&
      module.exported['suspend'] === undefined
    )
      this.#problem(place, `${file} exports neither size nor suspend${exportsText(module)}`);
    const read = <Side extends PolicySide>(side: Side): ChosenPolicy<PolicyOf[Side]> => {
      if (module?.exported[side] === undefined) return defaultPolicy(side);
      check(side, `of ${file}`);
      return this.#exported(module, side, { file, parameters: {} }, place);
    };
    return { size: read('size'), suspend: read('suspend') };
  }

  async #side<Side extends PolicySide>(
    side: Side,
    pick: PolicyPick | undefined,
  ): Promise<ChosenPolicy<PolicyOf[Side]>> {
    if (pick === undefined) return defaultPolicy(side);
    if (pick.kind === 'named') {
      const policy = policyNamed(side, pick.name) ?? OWN_POLICIES[side].fallback;
      return chosenPolicy(policy, pick.name, pick.parameters, undefined);
    }
    const place = ['policy', side];
    const module = await this.#import(pick.file, place);
    if (module === undefined) return defaultPolicy(side);
    if (module.exported[side] !== undefined) return this.#exported(module, side, pick, place);
    this.#problem(place, `${pick.file} exports no ${side}${exportsText(module)}`);
    return defaultPolicy(side);
  }

  /** The export of a module for a side, with the parameters set by the scenario. */
  #exported<Side extends PolicySide>(
    { path, exported }: PolicyModule,
    side: Side,
    { file, parameters }: { readonly file: string; readonly parameters: Readonly<Record<string, unknown>> },
    place: DocumentPath,
  ): ChosenPolicy<PolicyOf[Side]> {
    const { policy, problems } = userPolicy(exported[side], side, file);
    for (const problem of problems) this.#problem(place, `${file}: ${problem}`);
    if (policy === undefined) return defaultPolicy(side);
    const values = this.#values(policy, parameters, ['computes', this.#item.index, ...place, file]);
    keepPolicy(side, path, policy);
    return chosenPolicy(policy, file, values, path);
  }

  /** The scenario's values for parameters of a module's policy, in base units. */
  #values(
    { parameters }: PolicyDescription,
    written: Readonly<Record<string, unknown>>,
    path: DocumentPath,
  ): Readonly<Record<string, number>> {
    const values: Record<string, number> = {};
    const names = Object.keys(parameters);
    for (const [name, value] of Object.entries(written)) {
      const place = [...path, name];
      const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
      if (parameter === undefined) {
        const hint = names.length === 0 ? '; the policy has no parameters' : suggestion(name, names);
        this.#diagnostics.push(this.#document.diagnostic(place, `unknown key "${name}"${hint}`, 'key'));
        continue;
      }
      const read = parameterSchema(parameter).safeParse(value);
      if (read.success) values[name] = read.data;
      else this.#diagnostics.push(...issueDiagnostics(read.error.issues, place, this.#document));
    }
    return values;
  }

  async #import(file: string, place: DocumentPath): Promise<PolicyModule | undefined> {
    try {
      return await this.#outside.policyModule(file);
    } catch (error) {
      if (!(error instanceof PolicyModuleError)) throw error;
      this.#problem(place, error.message);
      return undefined;
    }
  }

  #problem(place: DocumentPath, message: string): void {
    this.#diagnostics.push(this.#document.diagnostic(['computes', this.#item.index, ...place], message));
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
