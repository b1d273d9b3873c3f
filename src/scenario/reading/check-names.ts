import { nearestName, suggestion } from '../../kernel/nearest-name.js';
import { tenantName } from '../../workload/tenants.js';
import type { Diagnostic } from '../document/diagnostic.js';
import type { ScenarioDocument } from '../document/scenario-document.js';
import { isMapping } from '../form/shown.js';
import { EVENTS } from '../sections/events.js';
import { FAULTS } from '../sections/faults.js';
import { DEFAULT_FLEET_NAME, isMeantAsFleet, isTenantCount } from '../sections/fleet/fleet.js';
import { type ComputeReference, writtenItems } from '../sections/list-section.js';
import { LOAD } from '../sections/load/load.js';

/**
 * Reports duplicate names, and loads, events and faults of missing computes. Works on the document as written,
 * so that an item with a mistake elsewhere is checked as well.
 */
export function checkNames(document: ScenarioDocument): readonly Diagnostic[] {
  const { computes, hint, fleet } = computeNames(document);
  const wrong = ({ name, ofFleet }: ComputeReference): string | undefined => {
    if (typeof name !== 'string') return undefined;
    if (name === fleet && ofFleet !== undefined) return ofFleet(fleet);
    return computes === undefined || computes.has(name)
      ? undefined
      : `unknown compute "${name}"${hint(name)}`;
  };
  return [
    ...duplicates(document, 'computes'),
    ...duplicates(document, 'load'),
    ...[LOAD, EVENTS, FAULTS].flatMap(({ name: list, references = () => [] }) =>
      writtenItems(list, document).flatMap((written, index) =>
        references(written ?? {}).flatMap((reference) => {
          const message = wrong(reference);
          const path = [list, index, ...reference.path];
          return message === undefined ? [] : [document.diagnostic(path, message, reference.part)];
        }),
      ),
    ),
  ];
}

/** The existing computes, and a hint for unknown names. */
function computeNames(document: ScenarioDocument): {
  /** `undefined` if they cannot be read, which is reported elsewhere. */
  readonly computes: ReadonlySet<string> | undefined;
  readonly hint: (name: string) => string;
  /** Name for all computes of a fleet. */
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

/** Names as written; `undefined` for an item without one. */
function namesOf(document: ScenarioDocument, list: string): readonly (string | undefined)[] {
  return writtenItems(list, document).map((item) =>
    typeof item?.['name'] === 'string' ? item['name'] : undefined,
  );
}

function duplicates(document: ScenarioDocument, list: 'computes' | 'load'): readonly Diagnostic[] {
  const names = namesOf(document, list);
  return names.flatMap((name, index) => {
    if (name === undefined || names.indexOf(name) === index) return [];
    const message = `the name "${name}" is taken by ${list}[${names.indexOf(name)}]; names are unique within ${list}`;
    return [document.diagnostic([list, index, 'name'], message)];
  });
}
