import { serialize } from 'node:v8';
import { hasOwnPolicy } from '../../compute/policy/own-policies.js';
import type { PolicyChoice, Scenario } from '../../scenario/scenario.js';
import { mappedData } from '../runs/observations-transfer.js';
import { contentHash } from './content-store.js';
import type { PolicyBundle } from './policy-bundle.js';

/** Larger arrays are sent as separate contents: the variants of a scenario share their recordings. */
const OWN_CONTENT_BYTES = 65_536;

/** A scenario as it travels. */
export interface ScenarioContent {
  readonly hash: string;
  /** By hash; the scenario's content is among them. */
  readonly contents: ReadonlyMap<string, Uint8Array>;
}

/** Placeholder for an array that is a separate content. */
interface ArrayElsewhere {
  readonly array_sha256: string;
  readonly array_type: 'float64' | 'uint8';
}

/** The array types of recordings. */
type RecordedArray = Float64Array | Uint8Array;

/** Packs a compiled scenario; exact. @param bundles by absolute path of the module */
export function scenarioContent(
  scenario: Scenario,
  bundles: ReadonlyMap<string, PolicyBundle>,
): ScenarioContent {
  const contents = new Map<string, Uint8Array>();
  const load = mappedData(scenario.load, (value) => {
    const array_type =
      value instanceof Float64Array ? 'float64' : value instanceof Uint8Array ? 'uint8' : undefined;
    if (array_type === undefined) return undefined;
    const array = value as RecordedArray;
    if (array.byteLength <= OWN_CONTENT_BYTES) return undefined;
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    const array_sha256 = contentHash(bytes);
    contents.set(array_sha256, bytes);
    return { array_sha256, array_type } satisfies ArrayElsewhere;
  });
  const named = withModules(scenario, (module) => bundles.get(module)!.name);
  const content = serialize({ ...named, load });
  const hash = contentHash(content);
  contents.set(hash, content);
  for (const bundle of bundles.values()) contents.set(bundle.hash, bundle.content);
  return { hash, contents };
}

/** Hashes of the arrays of a packed scenario that are separate contents. */
export function arraysOf({ load }: Scenario): ReadonlySet<string> {
  const hashes = new Set<string>();
  mappedData(load, (value) => {
    const { array_sha256 } = value as Partial<ArrayElsewhere>;
    if (array_sha256 !== undefined) hashes.add(array_sha256);
    return undefined;
  });
  return hashes;
}

/**
 * The scenario that {@link scenarioContent} packed.
 * @param arrays by hash
 * @param fileOf the file on this machine of a module that is named as in transit
 */
export function unpackScenario(
  packed: Scenario,
  arrays: ReadonlyMap<string, Uint8Array>,
  fileOf: (module: string) => string,
): Scenario {
  const load = mappedData(packed.load, (value) => {
    const { array_sha256, array_type } = value as Partial<ArrayElsewhere>;
    const bytes = array_sha256 === undefined ? undefined : arrays.get(array_sha256)!;
    return bytes !== undefined && array_type === 'float64' ? new Float64Array(bytes.buffer) : bytes;
  }) as Scenario['load'];
  return withModules({ ...packed, load }, fileOf);
}

/** The modules that a scenario's policies come from, each once. */
export function modulesOf(scenario: Scenario): readonly string[] {
  if (!hasOwnPolicy(scenario)) return [];
  const modules = scenario.computes.flatMap(({ size_policy, suspend_policy }) => [
    size_policy.module,
    suspend_policy.module,
  ]);
  return [...new Set(modules.filter((module) => module !== undefined))];
}

function withModules(scenario: Scenario, named: (module: string) => string): Scenario {
  if (!hasOwnPolicy(scenario)) return scenario;
  const renamed = <Choice extends PolicyChoice>(choice: Choice): Choice =>
    choice.module === undefined ? choice : { ...choice, module: named(choice.module) };
  const computes = scenario.computes.map((compute) => ({
    ...compute,
    size_policy: renamed(compute.size_policy),
    suspend_policy: renamed(compute.suspend_policy),
  }));
  return { ...scenario, computes };
}
