import { nearestName } from '../../kernel/nearest-name.js';
import { quoted } from '../../scenario/document/scenario-document.js';
import type { Scenario } from '../../scenario/scenario.js';
import type { Attributes, TerraformResource } from './terraform-plan.js';

/** The settings of a plan, as overrides of the scenario. */
export interface TerraformSettings {
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Each value that was read, and its source, one per line. */
  readonly read: readonly string[];
  /** What is in the plan and not in the scenario, or the other way round. */
  readonly left_out: readonly string[];
}

const COMPUTE_KEYS = [
  'autoscaling_limit_min_cu',
  'autoscaling_limit_max_cu',
  'suspend_timeout_seconds',
] as const;
const QUOTA_KEYS = [
  'active_time_seconds',
  'compute_time_seconds',
  'written_data_bytes',
  'data_transfer_bytes',
  'logical_size_bytes',
] as const;

/**
 * A plan's resources as settings of a scenario. An endpoint is the compute of its name, or of the name of the resource,
 * or the only compute there is; the settings of a project are those of its default endpoint, the scenario's first
 * compute; a branch more or less is a child branch more or less, and those of a state are all there are, unless a compute of the
 * scenario is on it.
 */
export function terraformSettings(
  resources: readonly TerraformResource[],
  scenario: Scenario,
): TerraformSettings {
  const found: Found = { before: [], after: [], read: [], left_out: [] };
  const endpoints = resources.filter(({ type }) => type === 'neon_endpoint');
  for (const resource of ownProject(resources, scenario, found)) projectSettings(resource, scenario, found);
  for (const resource of endpoints) endpointSettings(resource, scenario, endpoints.length, found);
  branchCount(resources, scenario, found);
  return found;
}

type Found = Readonly<Record<keyof TerraformSettings, string[]>>;

/** The project of the scenario: the only one, or the one of its name. */
function ownProject(
  resources: readonly TerraformResource[],
  scenario: Scenario,
  found: Found,
): readonly TerraformResource[] {
  const projects = resources.filter(({ type }) => type === 'neon_project');
  if (projects.length < 2) return projects;
  const own = projects.filter(
    ({ name, before, after }) => name === scenario.name || (after ?? before)?.['name'] === scenario.name,
  );
  const chosen = own.length === 1 ? own : [];
  for (const each of projects) {
    if (chosen.includes(each)) continue;
    found.left_out.push(`${each.address} is one of several projects, and not named like the scenario`);
  }
  return chosen;
}

function take(
  address: string,
  path: string,
  [told_before, told_after, unknown]: readonly [unknown, unknown, boolean],
  found: Found,
): void {
  // A provider writes null for attributes that are not set.
  const before = told_before ?? undefined;
  // Values that are known only after the plan is applied are assumed to stay unchanged.
  const after = told_after ?? (unknown ? before : undefined);
  if (unknown && (told_after ?? undefined) === undefined) {
    found.left_out.push(`${address}: ${path} is known only when it is applied`);
  }
  const isSet = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);
  const odd = [before, after].find((value) => value !== undefined && !isSet(value));
  if (odd !== undefined) {
    found.left_out.push(`${address}: ${path} is ${JSON.stringify(odd)}, not a number`);
    return;
  }
  const taken = found.read.find((line) => line.includes(`: ${path} `));
  if (taken !== undefined && (isSet(before) || isSet(after))) {
    found.left_out.push(
      `${address}: ${path} is already set by ${taken.slice(0, taken.indexOf(`: ${path} `))}`,
    );
    return;
  }
  if (isSet(before)) found.before.push(`${path}=${String(before)}`);
  if (isSet(after)) found.after.push(`${path}=${String(after)}`);
  if (!isSet(after) && !isSet(before)) return;
  const was = isSet(before) ? String(before) : 'as in the scenario';
  const will = isSet(after) ? String(after) : 'as in the scenario';
  found.read.push(`${address}: ${path} ${was === will ? will : `${was} to ${will}`}`);
}

function takeAll(
  address: string,
  prefix: string,
  keys: readonly string[],
  [before, after, unknown]: readonly [Attributes | undefined, Attributes | undefined, Attributes | undefined],
  found: Found,
): void {
  for (const key of keys) {
    take(address, `${prefix}.${key}`, [before?.[key], after?.[key], unknown?.[key] === true], found);
  }
}

function projectSettings(
  { address, before, after, unknown }: TerraformResource,
  scenario: Scenario,
  found: Found,
): void {
  if (after === undefined) {
    found.left_out.push(`${address} is deleted: the scenario stays as it is`);
    return;
  }
  const blocks = (name: string) => [block(before, name), block(after, name), block(unknown, name)] as const;
  const [first] = scenario.computes;
  if (first !== undefined && scenario.fleet === undefined) {
    // Newer releases of the provider call them primary_compute.
    for (const name of ['default_endpoint_settings', 'primary_compute']) {
      takeAll(address, `computes.${quoted(first.name)}`, COMPUTE_KEYS, blocks(name), found);
    }
  }
  const quota = blocks('quota');
  const lifted = unknown?.['quota'] === true ? {} : liftedQuota(quota[0], quota[1]);
  takeAll(address, 'quota', QUOTA_KEYS, [quota[0], { ...quota[1], ...lifted }, quota[2]], found);
  takeAll(address, 'data', ['history_retention_seconds'], [before, after, unknown], found);
}

/** Quotas that the plan lifts: the API uses 0 for "unlimited". */
function liftedQuota(before: Attributes | undefined, after: Attributes | undefined): Attributes {
  const isSet = (value: unknown): boolean => (value ?? undefined) !== undefined;
  const gone = QUOTA_KEYS.filter((key) => isSet(before?.[key]) && !isSet(after?.[key]));
  return Object.fromEntries(gone.map((key) => [key, 0]));
}

/** A nested block: a list of one, or a mapping. */
function block(of: Attributes | undefined, name: string): Attributes | undefined {
  const value = of?.[name];
  const one: unknown = Array.isArray(value) ? value[0] : value;
  return one !== null && typeof one === 'object' ? (one as Attributes) : undefined;
}

function endpointSettings(
  { address, name, before, after, unknown }: TerraformResource,
  { computes, fleet }: Scenario,
  endpoints: number,
  found: Found,
): void {
  const names = fleet === undefined ? computes.map((each) => each.name) : [];
  const own = names.find((each) => each === (after ?? before)?.['name'] || each === name);
  const compute = own ?? (names.length === 1 && endpoints === 1 ? names[0] : undefined);
  if (compute === undefined) {
    const near = nearestName(name, names);
    found.left_out.push(
      `${address} is not a compute of the scenario${near === undefined ? '' : ` (${near} is near)`}: give one the name ${name}`,
    );
    return;
  }
  if (after === undefined) {
    found.left_out.push(`${address} is deleted, and the scenario has its compute ${compute} on both sides`);
    return;
  }
  takeAll(address, `computes.${quoted(compute)}`, COMPUTE_KEYS, [before, after, unknown], found);
}

function branchCount(
  resources: readonly TerraformResource[],
  { computes, data }: Scenario,
  found: Found,
): void {
  const served = new Set(computes.map(({ branch }) => branch));
  const branches = resources.filter(({ type }) => type === 'neon_branch');
  const own = branches.filter(
    ({ name, before, after }) => !served.has(String((after ?? before)?.['name'])) && !served.has(name),
  );
  const there = (side: 'before' | 'after') => own.filter((each) => each[side] !== undefined).length;
  // A plan lists additions and removals, a state the existing resources.
  const isState = own.every(({ unknown }) => unknown === undefined);
  const after = isState ? own.length : Math.max(0, data.branches + there('after') - there('before'));
  if (own.length === 0 || after === data.branches) return;
  found.after.push(`data.branches.count=${after}`);
  found.read.push(`neon_branch: data.branches.count ${data.branches} to ${after}`);
}
