import { quoted, readScenarioDocument } from '../../scenario/document/scenario-document.js';
import type { Scenario } from '../../scenario/scenario.js';
import type { RouteSpecification } from '../../workload/load-specification.js';
import type { ScenarioSource } from '../runs/scenario-source.js';

/** The replicas over which loads are spread, and whose number may be another. */
export interface ReplicaGroup {
  /** Names of the read-only computes, in the order of the route that has most of them. */
  readonly names: readonly string[];
  readonly count: number;
  /** 0 if a primary can take the reads, else 1. */
  readonly least: number;
}

/** The replicas of a scenario; `count` is 0 if no load is routed to any. */
export function replicasOf(scenario: Scenario): ReplicaGroup {
  const readOnly = new Set(
    scenario.computes.filter(({ type }) => type === 'read_only').map(({ name }) => name),
  );
  const groups = scenario.load.map(({ route }) =>
    route.targets.map(({ compute }) => compute).filter((name) => readOnly.has(name)),
  );
  const names = groups.reduce((most, group) => (group.length > most.length ? group : most), []);
  return { names, count: names.length, least: primaryOf(scenario) === undefined ? 1 : 0 };
}

/** The parts of a change to another number of replicas. */
interface ReplicaChange {
  readonly overrides: readonly string[];
  /** The computes there are then. */
  readonly computes: readonly string[];
}

/**
 * The overrides that give a scenario this number of replicas: the last ones are removed, or copied under new names, and
 * every load that was spread over the group is spread over the resulting replicas, with the weight of the first.
 * Without replicas the primary takes the reads.
 *
 * @param source what the scenario was compiled from
 * @param count 0 or more
 */
export function withReplicas(scenario: Scenario, source: ScenarioSource, count: number): ReplicaChange {
  const computes = scenario.computes.map(({ name }) => name);
  const group = replicasOf(scenario);
  const last = group.names[group.count - 1];
  if (count === group.count || last === undefined) return { overrides: [], computes };
  const kept = group.names.slice(0, count);
  const added = newNames(last, computes, count - kept.length);
  const gone = new Set(group.names.slice(count));
  const { value } = readScenarioDocument(source.text, source.file, source.set);
  const written = value as { readonly [Key in 'computes' | 'load']: readonly Written[] };
  const model = written.computes.find(({ name }) => name === last);
  const all = [
    ...written.computes.filter(({ name }) => !gone.has(String(name))),
    ...added.map((name) => ({ ...model, name })),
  ];
  const members = [...kept, ...added];
  const routes = scenario.load
    .filter(({ route }) => route.targets.some(({ compute }) => group.names.includes(compute)))
    .filter(({ route }) => route.targets.length > 1 || group.count === 1)
    .map(({ name, route }) => [name, routeOver(scenario, route, group, members)] as const);
  return {
    overrides: [`computes=${JSON.stringify(all)}`, ...routeOverrides(written.load, new Map(routes))],
    computes: all.map(({ name }) => String(name)),
  };
}

type Written = Readonly<Record<string, unknown>> & { readonly name?: unknown };

/**
 * The overrides that give loads these routes. A load that names its one compute cannot also have routes, and
 * overrides cannot remove keys: then all loads are rewritten.
 */
function routeOverrides(
  written: readonly Written[],
  routes: ReadonlyMap<unknown, object>,
): readonly string[] {
  if (!written.some(({ name, compute }) => routes.has(name) && compute !== undefined))
    return [...routes].map(([name, route]) => `load.${quoted(String(name))}.route=${JSON.stringify(route)}`);
  const all = written.map((load) => {
    const { compute: _, ...others } = load;
    const route = routes.get(load.name);
    return route === undefined ? load : { ...others, route };
  });
  return [`load=${JSON.stringify(all)}`];
}

function routeOver(
  scenario: Scenario,
  { by, targets }: RouteSpecification,
  group: ReplicaGroup,
  members: readonly string[],
): object {
  const others = targets.filter(({ compute }) => !group.names.includes(compute));
  const weight = targets.find(({ compute }) => group.names.includes(compute))!.weight;
  const weights = Object.fromEntries([
    ...others.map((target) => [target.compute, target.weight] as const),
    ...members.map((name) => [name, weight] as const),
  ]);
  const alone = Object.keys(weights).length === 0 ? { [primaryOf(scenario)!]: 1 } : weights;
  return { [by]: alone };
}

function primaryOf({ computes }: Scenario): string | undefined {
  return computes.find(({ type }) => type === 'read_write')?.name;
}

function newNames(last: string, taken: readonly string[], count: number): readonly string[] {
  const stem = last.replace(/-?\d+$/, '');
  const names: string[] = [];
  for (let number = 1; names.length < count; number++) {
    const name = `${stem}-${number}`;
    if (!taken.includes(name)) names.push(name);
  }
  return names;
}
