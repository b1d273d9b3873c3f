import { serialize } from 'node:v8';
import type { Scenario } from '../../scenario/scenario.js';
import { mappedData } from '../runs/observations-transfer.js';
import { contentHash } from './content-store.js';

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

type RecordedArray = Float64Array | Uint8Array;

/** Packs a compiled scenario; exact. */
export function scenarioContent(scenario: Scenario): ScenarioContent {
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
  const content = serialize({ ...scenario, load });
  const hash = contentHash(content);
  contents.set(hash, content);
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

/** The scenario that {@link scenarioContent} packed. @param arrays by hash */
export function unpackScenario(packed: Scenario, arrays: ReadonlyMap<string, Uint8Array>): Scenario {
  const load = mappedData(packed.load, (value) => {
    const { array_sha256, array_type } = value as Partial<ArrayElsewhere>;
    const bytes = array_sha256 === undefined ? undefined : arrays.get(array_sha256)!;
    return bytes !== undefined && array_type === 'float64' ? new Float64Array(bytes.buffer) : bytes;
  }) as Scenario['load'];
  return { ...packed, load };
}
