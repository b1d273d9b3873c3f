import { dirname, resolve } from 'node:path';
import type { FileAccess } from '../../files/file-access.js';
import { parseScenario, readScenarioText } from '../../scenario/load-scenario.js';
import type { Scenario } from '../../scenario/scenario.js';
import { scaledLoad } from '../../workload/scaled-load.js';
import type { Variant } from './variant.js';

/** All that it takes to compile a scenario anew, as plain data: what tells it from others, and where a change begins. */
export interface ScenarioSource {
  /** YAML or JSON. */
  readonly text: string;
  /** Name of the file, for messages and for the name of the scenario. */
  readonly file: string;
  /** What relative paths are relative to; absolute. */
  readonly directory: string;
  /** Overrides as `path=value`. */
  readonly set: readonly string[];
  /** Takes the place of the scenario's seed. */
  readonly seed: string | undefined;
  /** Which traces and modules may be read for it; all of them unless given. */
  readonly access?: FileAccess;
  /** Times the load of what the text says, of all loads that grow with use; 1 unless given. */
  readonly load_factor?: number;
}

/** A variant that other threads can run as well. */
export interface SourcedVariant extends Variant {
  /** What the scenario was compiled from; `undefined`: it is run in this thread. */
  readonly source: ScenarioSource | undefined;
}

/** What may be changed about a scenario without editing its file. */
interface SourceOptions {
  readonly set?: readonly string[] | undefined;
  readonly seed?: string | undefined;
}

/**
 * Reads a scenario file without compiling it.
 * @throws ScenarioError when it cannot be read
 */
export async function readSource(file: string, options: SourceOptions = {}): Promise<ScenarioSource> {
  const { set = [], seed } = options;
  return { text: await readScenarioText(file), file, directory: resolve(dirname(file)), set, seed };
}

/**
 * Compiles what a source says.
 * @throws ScenarioError, TraceError as `parseScenario` does
 */
export async function compileSource(source: ScenarioSource): Promise<Scenario> {
  const { text, file, directory, set, seed, access, load_factor = 1 } = source;
  const scenario = await parseScenario(text, {
    file,
    directory,
    set,
    ...(seed === undefined ? {} : { seed }),
    access,
  });
  return grown(scenario, load_factor);
}

function grown(scenario: Scenario, factor: number): Scenario {
  if (factor === 1) return scenario;
  return Object.freeze({ ...scenario, load: scenario.load.map((load) => scaledLoad(load, factor)) });
}

/**
 * Reads and compiles a scenario file as a variant that other threads can run as well.
 *
 * @param name what tells it from others; the scenario's own name unless given
 * @throws ScenarioError, TraceError for a file that is wrong
 */
export async function loadVariant(
  file: string,
  options: SourceOptions & { readonly name?: string } = {},
): Promise<SourcedVariant> {
  return compileVariant(await readSource(file, options), options.name);
}

/** A source as a variant. @throws ScenarioError, TraceError for one that is wrong */
export async function compileVariant(source: ScenarioSource, name?: string): Promise<SourcedVariant> {
  const scenario = await compileSource(source);
  return { name: name ?? scenario.name, scenario, source };
}

/** A variant at a multiple of its load, as its source would be compiled with that `load_factor`. @param factor as of it */
export function grownVariant(variant: SourcedVariant, factor: number): SourcedVariant {
  const { name, scenario, source } = variant;
  return { name, scenario: grown(scenario, factor), source: source && { ...source, load_factor: factor } };
}
