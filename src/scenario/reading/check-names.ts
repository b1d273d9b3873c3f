import { nearestName, suggestion } from '../../kernel/nearest-name.js';
import { tenantKey } from '../../workload/tenants.js';
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
 * @param tenants names of the tenants that the columns of a trace name; `unread` before it has been read
 */
export function checkNames(
  document: ScenarioDocument,
  tenants: readonly string[] | 'unread' | undefined,
): readonly Diagnostic[] {
  const { computes, hint, fleet } = computeNames(document, tenants);
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
function computeNames(
  document: ScenarioDocument,
  tenants: readonly string[] | 'unread' | undefined,
): {
  /** `undefined` if they cannot be read, which is reported elsewhere. */
  readonly computes: ReadonlySet<string> | undefined;
  readonly hint: (name: string) => string;
  readonly fleet?: string;
} {
  const written = isMapping(document.value) ? document.value['computes'] : undefined;
  if (isMapping(written) && isMeantAsFleet(written)) {
    const { name: fleet = DEFAULT_FLEET_NAME, count } = written;
    return fleetNames(String(fleet), tenants ?? numbered(String(fleet), isTenantCount(count) ? count : 1));
  }
  const all = isMapping(written) ? Object.keys(written) : namesOf(document, 'computes');
  const names = all.filter((name) => name !== undefined);
  const isRead = (isMapping(written) || Array.isArray(written)) && names.length === all.length;
  return { computes: isRead ? new Set(names) : undefined, hint: (name) => suggestion(name, names) };
}

function numbered(fleet: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => tenantKey(fleet, index + 1));
}

function fleetNames(fleet: string, tenants: readonly string[] | 'unread'): ReturnType<typeof computeNames> {
  if (tenants === 'unread') return { computes: undefined, hint: () => '', fleet };
  const [first, last] = [tenants[0]!, tenants.at(-1)!];
  const range = tenants.length === 1 ? first : `one of ${first} to ${last}`;
  const hint = (name: string) => {
    const nearest = nearestName(name, first === tenantKey(fleet, 1) ? [fleet] : [fleet, ...tenants]);
    return nearest === undefined
      ? `; expected "${fleet}" for every tenant, or ${range}`
      : `; did you mean "${nearest}"?`;
  };
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
