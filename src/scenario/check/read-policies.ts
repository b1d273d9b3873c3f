import { isAbsolute, join } from 'node:path';
import { accessProblem, type FileAccess } from '../../files/file-access.js';
import type { Diagnostic } from '../document/diagnostic.js';
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
import { importPolicyModule, PolicyModuleError } from '../policy/policy-module.js';
import type { PolicyPick } from '../policy/policy-schema.js';
import { userPolicy } from '../policy/user-policy.js';
import type { ComputeItem } from '../sections/sections.js';
import { checkPolicy, type PolicyCheck } from './check-policy.js';

/** The policies of every compute, by the compute's place in the scenario. */
export type PolicyLibrary = ReadonlyMap<ComputeItem['index'], ChosenPolicies>;

/**
 * Settles the policies of all computes; modules are imported, each once.
 * @param from what relative paths of modules are relative to, and what may be read
 * @returns as well everything that is wrong with modules, their policies and parameters; the default stands in
 */
export async function readPolicies(
  computes: readonly ComputeItem[],
  from: ModulesFrom,
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
    const reading = new PolicyReading(item, from, check);
    policies.set(item.index, await reading.policies());
    diagnostics.push(...reading.diagnostics);
    forbidden.push(...reading.forbidden);
  }
  return { policies, diagnostics, forbidden };
}

/** Where modules are. */
interface ModulesFrom {
  readonly directory: string;
  readonly access?: FileAccess | undefined;
}

/** The reading of one compute's policies; collects what is wrong and goes on with the default. */
class PolicyReading {
  readonly diagnostics: Diagnostic[] = [];
  /** Those that other settings rule out. */
  readonly forbidden: Diagnostic[] = [];
  readonly #item: ComputeItem;
  readonly #from: ModulesFrom;
  readonly #check: PolicyCheck;

  constructor(item: ComputeItem, from: ModulesFrom, check: PolicyCheck) {
    this.#item = item;
    this.#from = from;
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
    if (module !== undefined && module['size'] === undefined && module['suspend'] === undefined) {
      this.#problem(place, `${file} exports neither size nor suspend${exportsText(module)}`);
    }
    const read = <Side extends PolicySide>(side: Side): ChosenPolicy<PolicyOf[Side]> => {
      if (module?.[side] === undefined) return defaultPolicy(side);
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
    if (module[side] !== undefined) return this.#exported(module, side, pick, place);
    this.#problem(place, `${pick.file} exports no ${side}${exportsText(module)}`);
    return defaultPolicy(side);
  }

  /** What a module exports for a side, with the parameters that the scenario sets. */
  #exported<Side extends PolicySide>(
    module: Readonly<Record<string, unknown>>,
    side: Side,
    pick: { readonly file: string; readonly parameters: Readonly<Record<string, unknown>> },
    place: DocumentPath,
  ): ChosenPolicy<PolicyOf[Side]> {
    const { policy, problems } = userPolicy(module[side], side, pick.file);
    for (const problem of problems) this.#problem(place, `${pick.file}: ${problem}`);
    if (policy === undefined) return defaultPolicy(side);
    const { document } = this.#check;
    const base = ['computes', this.#item.index, ...place, pick.file];
    const { values, diagnostics } = moduleValues(policy.parameters, pick.parameters, base, document);
    this.diagnostics.push(...diagnostics);
    const path = this.#absolute(pick.file);
    keepPolicy(side, path, policy);
    return chosenPolicy(policy, pick.file, values, path);
  }

  async #import(file: string, place: DocumentPath): Promise<Readonly<Record<string, unknown>> | undefined> {
    const refused = await this.#refused(file);
    if (refused !== undefined) {
      this.#problem(place, `${file}: ${refused}`);
      return undefined;
    }
    try {
      return await importPolicyModule(this.#absolute(file));
    } catch (error) {
      if (!(error instanceof PolicyModuleError)) throw error;
      this.#problem(place, error.message);
      return undefined;
    }
  }

  /** Why a module may not be imported; `undefined` where it may. */
  async #refused(file: string): Promise<string | undefined> {
    const { access } = this.#from;
    if (access === undefined) return undefined;
    if (!access.modules) return 'modules are not allowed here, since their code would run';
    return accessProblem(this.#absolute(file), access);
  }

  #absolute(file: string): string {
    return isAbsolute(file) ? file : join(this.#from.directory, file);
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
