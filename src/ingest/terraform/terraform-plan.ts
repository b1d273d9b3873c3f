import { isMapping } from '../../scenario/form/shown.js';

/** One resource of the Terraform provider, before and after. */
export interface TerraformResource {
  readonly address: string;
  readonly type: 'neon_project' | 'neon_endpoint' | 'neon_branch';
  /** The resource's own name in the configuration. */
  readonly name: string;
  /** `undefined` before a creation, or after a deletion. */
  readonly before: Attributes | undefined;
  readonly after: Attributes | undefined;
  /** Attributes of `after` that are known only after the plan is applied, each `true`; `undefined` for a state. */
  readonly unknown: Attributes | undefined;
}

/** Attributes of a resource as plain data; those that are not known before they are applied are absent. */
export type Attributes = Readonly<Record<string, unknown>>;

/** A file that is not the output of `terraform show -json`; the message names the expected form. */
export class TerraformError extends Error {
  override readonly name = 'TerraformError';
}

const EXPECTED =
  'expected what "terraform show -json plan.tfplan" writes of a plan, or "terraform show -json" of a state';

const TYPES = ['neon_project', 'neon_endpoint', 'neon_branch'] as const;
/** The actions of a change other than reading: a replacement is both. */
const ACTIONS = new Set(['no-op', 'create', 'read', 'update', 'delete', 'forget']);

/**
 * Reads the provider's resources of a plan: each with its current and its planned attributes. For a state alone, both
 * are the same.
 * @throws TerraformError for anything else, and for a plan that failed
 */
export function readTerraform(value: unknown): readonly TerraformResource[] {
  if (!isMapping(value) || typeof value['format_version'] !== 'string') throw new TerraformError(EXPECTED);
  const major = value['format_version'].split('.')[0];
  if (major !== '0' && major !== '1') {
    throw new TerraformError(`its format_version is ${value['format_version']}; expected 1`);
  }
  if (value['errored'] === true) throw new TerraformError('the plan has failed: plan again, then show it');
  const changes = value['resource_changes'];
  if (changes !== undefined) {
    if (!Array.isArray(changes)) throw new TerraformError(EXPECTED);
    return changes.flatMap((change) => changeOf(change));
  }
  const state = value['values'];
  if (!isMapping(state)) {
    if ('planned_values' in value) return [];
    throw new TerraformError(EXPECTED);
  }
  return resourcesOf(state['root_module']);
}

function changeOf(entry: unknown): readonly TerraformResource[] {
  if (!isMapping(entry) || !isMapping(entry['change'])) throw new TerraformError(EXPECTED);
  const managed = managedResources(entry);
  if (managed === undefined) return [];
  const { actions, before, after, after_unknown } = entry['change'];
  if (!Array.isArray(actions) || !actions.every((action) => ACTIONS.has(action as string))) {
    throw new TerraformError(`${String(entry['address'])}: unknown actions ${JSON.stringify(actions)}`);
  }
  const attributes = (of: unknown): Attributes | undefined => (isMapping(of) ? of : undefined);
  return [
    {
      ...managed,
      before: attributes(before),
      after: attributes(after),
      unknown: attributes(after_unknown) ?? {},
    },
  ];
}

function resourcesOf(module: unknown): readonly TerraformResource[] {
  if (!isMapping(module)) return [];
  const { resources = [], child_modules = [] } = module;
  if (!Array.isArray(resources) || !Array.isArray(child_modules)) throw new TerraformError(EXPECTED);
  const own = resources.flatMap((entry): readonly TerraformResource[] => {
    if (!isMapping(entry)) throw new TerraformError(EXPECTED);
    const managed = managedResources(entry);
    if (managed === undefined || !isMapping(entry['values'])) return [];
    return [{ ...managed, before: undefined, after: entry['values'], unknown: undefined }];
  });
  return [...own, ...child_modules.flatMap(resourcesOf)];
}

/** The provider's resource of an entry; `undefined` for other providers and data sources. */
function managedResources(
  entry: Attributes,
): Pick<TerraformResource, 'address' | 'type' | 'name'> | undefined {
  const { address, type: told, mode, index, name } = entry;
  const type = TYPES.find((each) => each === told);
  if (type === undefined || mode === 'data') return undefined;
  // With `for_each` and `count` the key distinguishes resources of one name.
  return { address: String(address), type, name: typeof index === 'string' ? index : String(name) };
}
