import { readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import type { FileAccess } from '../files/file-access.js';
import { noteInput } from '../files/input-files.js';
import { rereadablePath } from '../files/piped-input.js';
import { vendors } from '../vendors/vendor-file.js';
import { type CompileContext, compileScenario } from './compile-scenario.js';
import { compileWritten } from './compile-written.js';
import { decoded, NO_UTF_8, unreadable } from './document/input-text.js';
import { readScenarioDocument } from './document/scenario-document.js';
import { namedFiles } from './named-files.js';
import { jsonSchemaOf } from './reading/scenario-schema.js';
import type { Scenario, TenantSpecification } from './scenario.js';
import { DEFAULT_VENDOR } from './sections/vendor.js';

export {
  type Diagnostic,
  renderDiagnostic,
  renderDiagnostics,
  ScenarioError,
} from './document/diagnostic.js';

/**
 * JSON Schema (draft 7) of a scenario file, with descriptions and defaults, for completion and help in editors. It covers
 * the structure of the file; rules on several values are checked when a file is read.
 */
export function scenarioJsonSchema(): object {
  const others = vendors().filter(({ ship }) => ship === 'compare');
  return jsonSchemaOf([DEFAULT_VENDOR, ...others.map(({ id }) => id)]);
}

/** Changes to a scenario without editing it. */
export interface ScenarioOptions {
  /** Overrides as `path=value`, such as `computes.primary.autoscaling_limit_max_cu=4`. */
  readonly set?: readonly string[] | undefined;
  /** Replaces the scenario's seed. */
  readonly seed?: string | undefined;
  /** The traces and modules that may be read for it. By default all of them. */
  readonly access?: FileAccess | undefined;
  /**
   * Whether `vendor` may be a platform other than Neon, whose rules and prices then apply; `unsized`: if it needs a
   * size and none is set, any size that fits is assumed.
   */
  readonly elsewhere?: boolean | 'unsized' | undefined;
}

/** Context of a scenario that is passed as text. */
export interface ScenarioTextOptions extends ScenarioOptions {
  /** Name of the file for messages. Default: `scenario`. */
  readonly file?: string;
  /** Base of relative paths. Default: the file's directory, or the current one. */
  readonly directory?: string;
}

/**
 * Reads a scenario file (YAML or JSON) and its traces into a validated, deeply frozen scenario.
 *
 * ```ts
 * const scenario = await loadScenario('scenarios/weekday-saas.yaml', { set: ['load.web.rate=80/s'] });
 * ```
 * @throws ScenarioError with every problem, each with its file, line and column
 */
export async function loadScenario(file: string, options: ScenarioOptions = {}): Promise<Scenario> {
  return parseScenario(await readScenarioText(file), { ...options, file });
}

/**
 * As {@link loadScenario}, from a text.
 * @throws ScenarioError with every problem
 */
export async function parseScenario(text: string, options: ScenarioTextOptions = {}): Promise<Scenario> {
  return compiled(text, options, {});
}

/** A scenario, and whether it lacks loads, events and faults of most tenants. */
export interface ScenarioOutline {
  readonly scenario: Scenario;
  readonly is_partial: boolean;
}

/**
 * Parses a scenario whose tenants may be compiled elsewhere. If all tenants are treated alike and there are many,
 * the loads, events and faults of one tenant of each class represent those of all.
 * @param most maximum number of tenants that are compiled here
 * @throws ScenarioError with every problem
 */
export async function parseOutline(
  text: string,
  options: ScenarioTextOptions,
  most: number,
): Promise<ScenarioOutline> {
  let is_partial = false;
  const scenario = await compiled(text, options, {
    isOutlined(count) {
      is_partial = count > most;
      return is_partial;
    },
  });
  return { scenario, is_partial };
}

/** Like {@link parseScenario}, with some tenants of a fleet whose tenants are all treated alike. */
export async function parseTenants(
  text: string,
  options: ScenarioTextOptions,
  tenants: readonly TenantSpecification[],
): Promise<Scenario> {
  return compiled(text, options, { tenants });
}

async function compiled(
  text: string,
  options: ScenarioTextOptions,
  ofFleet: Pick<CompileContext, 'tenants' | 'isOutlined'>,
): Promise<Scenario> {
  const { file, set = [], seed, access, elsewhere = false } = options;
  const directory = options.directory ?? (file === undefined ? '.' : dirname(file));
  const name = file === undefined ? 'scenario' : basename(file).replace(/\.(ya?ml|json)$/i, '');
  const outside = namedFiles(resolve(directory), access);
  const context = { name, outside, seed, ...ofFleet };
  const written = { text, file: file ?? 'scenario', set };
  if (elsewhere === false) return compileScenario(readScenarioDocument(text, written.file, set), context);
  return compileWritten(written, context, elsewhere);
}

const REASONS = {
  ENOENT: 'no such file; check the path, or create a first scenario with "neap init"',
  EISDIR: 'this is a directory; expected a scenario file (YAML or JSON)',
  [NO_UTF_8]: 'not a UTF-8 text file; expected a scenario in YAML or JSON',
};

/**
 * The text of a scenario file, for {@link parseScenario}.
 * @throws ScenarioError when it cannot be read
 */
export async function readScenarioText(file: string): Promise<string> {
  noteInput(file);
  try {
    return decoded(await readFile(await rereadablePath(file)));
  } catch (error) {
    throw unreadable(file, error, REASONS);
  }
}
