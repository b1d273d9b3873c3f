import type { Diagnostic } from '../document/diagnostic.js';
import { type Outside, type PolicyModule, PolicyModuleError } from '../document/outside.js';
import type { DocumentPath } from '../document/scenario-document.js';
import { moduleValues } from '../policy/module-values.js';
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
} from '../policy/own-policies.js';
import type { PolicyPick } from '../policy/policy-schema.js';
import { userPolicy } from '../policy/user-policy.js';
import type { ComputeItem } from '../sections/sections.js';
import { checkPolicy, type PolicyCheck } from './check-policy.js';

/** The policies of every compute, by the compute's place in the scenario. */
export type PolicyLibrary = ReadonlyMap<ComputeItem['index'], ChosenPolicies>;

/**
 * Settles the policies of all computes; modules are imported, each once.
 * @returns as well everything that is wrong with modules, their policies and parameters; the default stands in
 */
export async function readPolicies(
  computes: readonly ComputeItem[],
  outside: Outside,
  check: PolicyCheck,
): Promise<{
  readonly policies: PolicyLibrary;
  readonly diagnostics: readonly Diagnostic[];
  readonly forbidden: readonly Diagnostic[];
}> {
  const policies = new Map<ComputeItem['index'], ChosenPolicies>();
  const diagnostics: Diagnostic[] = [];
  const forbidden: Diagnostic[] = [];
  for (const item of computes) {
    const reading = new PolicyReading(item, outside, check);
    policies.set(item.index, await reading.policies());
    diagnostics.push(...reading.diagnostics);
    forbidden.push(...reading.forbidden);
  }
  return { policies, diagnostics, forbidden };
}

/** The reading of one compute's policies; collects what is wrong and goes on with the default. */
class PolicyReading {
  readonly diagnostics: Diagnostic[] = [];
  /** Those that other settings rule out. */
  readonly forbidden: Diagnostic[] = [];
  readonly #item: ComputeItem;
  readonly #outside: Outside;
  readonly #check: PolicyCheck;

  constructor(item: ComputeItem, outside: Outside, check: PolicyCheck) {
    this.#item = item;
    this.#outside = outside;
    this.#check = check;
  }

  async policies(): Promise<ChosenPolicies> {
    const { policy } = this.#item.form;
    if (policy?.kind === 'module') return await this.#whole(policy.file);
    return {
      size: await this.#side('size', policy?.size),
      suspend: await this.#side('suspend', policy?.suspend),
    };
  }

  /** Everything that a module exports. */
  async #whole(file: string): Promise<ChosenPolicies> {
    const place = ['policy'];
    const module = await this.#import(file, place);
    const exported = module?.exported;
    if (exported !== undefined && exported['size'] === undefined && exported['suspend'] === undefined) {
      this.#problem(place, `${file} exports neither size nor suspend${exportsText(exported)}`);
    }
    const read = <Side extends PolicySide>(side: Side): ChosenPolicy<PolicyOf[Side]> => {
      if (module?.exported[side] === undefined) return defaultPolicy(side);
      const problems = checkPolicy(this.#item, side, `of ${file}`, place, this.#check);
      this.diagnostics.push(...problems);
      this.forbidden.push(...problems);
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
    this.#problem(place, `${pick.file} exports no ${side}${exportsText(module.exported)}`);
    return defaultPolicy(side);
  }

  /** What a module exports for a side, with the parameters that the scenario sets. */
  #exported<Side extends PolicySide>(
    { path, exported }: PolicyModule,
    side: Side,
    pick: { readonly file: string; readonly parameters: Readonly<Record<string, unknown>> },
    place: DocumentPath,
  ): ChosenPolicy<PolicyOf[Side]> {
    const { policy, problems } = userPolicy(exported[side], side, pick.file);
    for (const problem of problems) this.#problem(place, `${pick.file}: ${problem}`);
    if (policy === undefined) return defaultPolicy(side);
    const { document } = this.#check;
    const base = ['computes', this.#item.index, ...place, pick.file];
    const { values, diagnostics } = moduleValues(policy.parameters, pick.parameters, base, document);
    this.diagnostics.push(...diagnostics);
    keepPolicy(side, path, policy);
    return chosenPolicy(policy, pick.file, values, path);
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
    const path = ['computes', this.#item.index, ...place];
    this.diagnostics.push(this.#check.document.diagnostic(path, message));
  }
}

function exportsText(module: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(module);
  return names.length === 0 ? '; it exports nothing' : `; it exports ${names.join(', ')}`;
}
