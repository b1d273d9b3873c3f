import { nearestName, suggestion } from '../../kernel/nearest-name.js';
import type { Diagnostic } from '../document/diagnostic.js';
import type { DocumentPath, ScenarioDocument } from '../document/scenario-document.js';
import { tenantName } from '../fleet/draw-tenants.js';
import { isMapping } from '../form/choice.js';
import { ALL_COMPUTES } from '../schema/fault-schema.js';
import { DEFAULT_FLEET_NAME, isMeantAsFleet, isTenantCount } from '../schema/fleet-schema.js';

/**
 * Names that stand twice, and loads, events and faults of computes that do not exist. Looks at what is written, so
 * that an item with a mistake elsewhere is checked as well.
 */
export function checkNames(document: ScenarioDocument): readonly Diagnostic[] {
  const { computes, hint, fleet } = computeNames(document);
  const reference = (
    path: DocumentPath,
    name: unknown,
    part: 'key' | 'value' = 'value',
  ): readonly Diagnostic[] => {
    if (typeof name !== 'string' || computes === undefined || computes.has(name)) return [];
    return [document.diagnostic(path, `there is no compute "${name}"${hint(name)}`, part)];
  };
  const routed = (path: DocumentPath, part: 'key' | 'value'): readonly Diagnostic[] => {
    const message = `"${fleet}" is a fleet, whose tenants have their own loads; expected compute: ${fleet} instead of the route, or single tenants`;
    return [document.diagnostic(path, message, part)];
  };
  return [
    ...duplicates(document, 'computes'),
    ...duplicates(document, 'load'),
    ...listOf(document, 'load').flatMap((load, index) => [
      ...reference(['load', index, 'compute'], load['compute']),
      ...routeNames(load['route'], ['load', index, 'route']).flatMap(({ path, name, part }) =>
        name === fleet ? routed(path, part) : reference(path, name, part),
      ),
    ]),
    ...listOf(document, 'events').flatMap((event, index) =>
      VERBS.flatMap((verb) => reference(['events', index, verb], event[verb])),
    ),
    ...listOf(document, 'faults').flatMap((fault, index) =>
      FAULTS.filter((kind) => kind !== 'slow_wakes' || fault[kind] !== ALL_COMPUTES).flatMap((kind) =>
        reference(['faults', index, kind], fault[kind]),
      ),
    ),
  ];
}

const VERBS = ['update', 'restart', 'start', 'suspend'] as const;

const FAULTS = ['crash', 'slow_wakes', 'zone_loss', 'no_upscale', 'stuck_operation'] as const;

/** The computes that a route names, as items of a list or as keys. */
function routeNames(
  route: unknown,
  path: DocumentPath,
): readonly { readonly path: DocumentPath; readonly name: unknown; readonly part: 'key' | 'value' }[] {
  if (!isMapping(route)) return [];
  return Object.entries(route).flatMap(([by, targets]) => {
    const part = Array.isArray(targets) ? 'value' : 'key';
    const names: readonly unknown[] = Array.isArray(targets)
      ? targets
      : Object.keys(isMapping(targets) ? targets : {});
    return names.map((name, index) => ({
      path: [...path, by, part === 'key' ? String(name) : index],
      name,
      part,
    }));
  });
}

/** The computes there are, and what to say of a name that none of them has. */
function computeNames(document: ScenarioDocument): {
  /** `undefined` if they cannot be read, which is reported elsewhere. */
  readonly computes: ReadonlySet<string> | undefined;
  readonly hint: (name: string) => string;
  /** What stands for all computes of a fleet. */
  readonly fleet?: string;
} {
  const written = isMapping(document.value) ? document.value['computes'] : undefined;
  if (isMapping(written) && isMeantAsFleet(written)) {
    const { name: fleet = DEFAULT_FLEET_NAME, count } = written;
    return fleetNames(String(fleet), isTenantCount(count) ? count : 1);
  }
  const all = isMapping(written) ? Object.keys(written) : namesOf(document, 'computes');
  const names = all.filter((name) => name !== undefined);
  const isRead = (isMapping(written) || Array.isArray(written)) && names.length === all.length;
  return { computes: isRead ? new Set(names) : undefined, hint: (name) => suggestion(name, names) };
}

function fleetNames(fleet: string, count: number): ReturnType<typeof computeNames> {
  const tenants = Array.from({ length: count }, (_, index) => tenantName(fleet, index + 1));
  const range = count === 1 ? tenants[0]! : `one of ${tenants[0]!} to ${tenants[count - 1]!}`;
  const hint = (name: string) =>
    nearestName(name, [fleet]) === undefined
      ? `; expected "${fleet}" for every tenant, or ${range}`
      : `; did you mean "${fleet}"?`;
  return { computes: new Set([fleet, ...tenants]), hint, fleet };
}

/** The items of a list, an empty mapping for whatever is not one. */
function listOf(document: ScenarioDocument, list: string): readonly Record<string, unknown>[] {
  const items = isMapping(document.value) ? document.value[list] : undefined;
  return Array.isArray(items) ? items.map((item: unknown) => (isMapping(item) ? item : {})) : [];
}

/** Names as written; `undefined` for an item without one. */
function namesOf(document: ScenarioDocument, list: string): readonly (string | undefined)[] {
  return listOf(document, list).map(({ name }) => (typeof name === 'string' ? name : undefined));
}

function duplicates(document: ScenarioDocument, list: 'computes' | 'load'): readonly Diagnostic[] {
  const names = namesOf(document, list);
  return names.flatMap((name, index) => {
    if (name === undefined || names.indexOf(name) === index) return [];
    const message = `the name "${name}" is taken by ${list}[${names.indexOf(name)}]; names are unique within ${list}`;
    return [document.diagnostic([list, index, 'name'], message)];
  });
}
