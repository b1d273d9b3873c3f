import { deserialize, serialize } from 'node:v8';
import { hasOwnPolicy } from '../../compute/policy/own-policies.js';
import type { PolicyChoice, Scenario } from '../../scenario/scenario.js';
import { mappedData } from '../runs/observations-transfer.js';
import { ContentMissing, contentHash } from './content-store.js';
import { bundleOf, type PolicyBundle, placeOf } from './policy-bundle.js';

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
export type RecordedArray = Float64Array | Uint8Array;

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

/** Where the parts of a scenario are had from. */
export interface ScenarioParts {
  readonly content: (hash: string) => Promise<Buffer>;
  /** Loads the bytes of an array that is a separate content. */
  readonly array: (hash: string) => Promise<Uint8Array>;
  readonly folder: (hash: string) => Promise<string>;
}

/** The scenario that {@link scenarioContent} packed. @throws ContentMissing, and any error of its parts */
export async function unpackScenario(hash: string, parts: ScenarioParts): Promise<Scenario> {
  const packed = unpacked(hash, await parts.content(hash));
  const arrays = new Map<string, Uint8Array>();
  for (const each of arraysOf(packed.load)) arrays.set(each, await parts.array(each));
  const load = mappedData(packed.load, (value) => {
    const { array_sha256, array_type } = value as Partial<ArrayElsewhere>;
    const bytes = array_sha256 === undefined ? undefined : arrays.get(array_sha256)!;
    return bytes !== undefined && array_type === 'float64' ? new Float64Array(bytes.buffer) : bytes;
  }) as Scenario['load'];
  const folders = new Map<string, string>();
  for (const module of modulesOf(packed)) folders.set(bundleOf(module), await parts.folder(bundleOf(module)));
  return withModules({ ...packed, load }, (module) => {
    const bundle = bundleOf(module);
    return module.replace(placeOf(bundle), folders.get(bundle)!);
  });
}

function unpacked(hash: string, content: Buffer): Scenario {
  try {
    return deserialize(content) as Scenario;
  } catch (error) {
    throw new ContentMissing(`scenario ${hash}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function arraysOf(load: Scenario['load']): ReadonlySet<string> {
  const hashes = new Set<string>();
  mappedData(load, (value) => {
    const { array_sha256 } = value as Partial<ArrayElsewhere>;
    if (array_sha256 !== undefined) hashes.add(array_sha256);
    return undefined;
  });
  return hashes;
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
