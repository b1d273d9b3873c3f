import { dirname, resolve } from 'node:path';
import type { FileAccess } from '../../files/file-access.js';
import { parseScenario, readScenarioText } from '../../scenario/load-scenario.js';
import type { Scenario } from '../../scenario/scenario.js';
import type { Variant } from './variant.js';

/** Everything needed to compile a scenario again, as plain data: its name, and where a change begins. */
export interface ScenarioSource {
  /** YAML or JSON. */
  readonly text: string;
  /** Name of the file, for messages and for the name of the scenario. */
  readonly file: string;
  /** The base of relative paths; absolute. */
  readonly directory: string;
  /** Overrides as `path=value`. */
  readonly set: readonly string[];
  /** Takes the place of the scenario's seed. */
  readonly seed: string | undefined;
  /** Which traces and modules may be read for it; default: all. */
  readonly access?: FileAccess;
  /** Whether it may name another vendor than Neon, as `parseScenario` takes it; default: no. */
  readonly elsewhere?: boolean | 'unsized';
}

/** A variant that was compiled from a source. */
export interface SourcedVariant extends Variant {
  readonly source: ScenarioSource;
}

/** The parts of a scenario that may be changed without editing its file. */
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
 * Compiles a source.
 * @throws ScenarioError, TraceError as `parseScenario` does
 */
export async function compileSource(source: ScenarioSource): Promise<Scenario> {
  const { text, file, directory, set, seed, access, elsewhere } = source;
  return parseScenario(text, {
    file,
    directory,
    set,
    ...(seed === undefined ? {} : { seed }),
    access,
    elsewhere,
  });
}

/**
 * Reads and compiles a scenario file as a variant.
 *
 * @param name distinguishes it from others; defaults to the scenario's name
 * @throws ScenarioError, TraceError for an invalid file
 */
export async function loadVariant(
  file: string,
  options: SourceOptions & { readonly name?: string } = {},
): Promise<SourcedVariant> {
  return compileVariant(await readSource(file, options), options.name);
}

/** A source as a variant. @throws ScenarioError, TraceError for an invalid one */
export async function compileVariant(source: ScenarioSource, name?: string): Promise<SourcedVariant> {
  const scenario = await compileSource(source);
  return { name: name ?? scenario.name, scenario, source };
}

/** A source as a variant for a bill: the metering of a fleet's tenants depends on their own sizes. @throws as compiling */
export async function compileForBill(source: ScenarioSource): Promise<SourcedVariant> {
  const variant = await compileVariant(source);
  return variant.scenario.fleet === undefined ? variant : compileChanged(source)(['computes.rows=tenants']);
}

/** Compiles a source with further overrides. @throws ScenarioError, TraceError if they are invalid */
export function compileChanged(source: ScenarioSource) {
  return (set: readonly string[]) => compileVariant({ ...source, set: [...source.set, ...set] });
}
