import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { packageVersion } from '../../files/package-version.js';
import { ScenarioError } from '../../scenario/document/diagnostic.js';
import type { ScenarioInput } from '../arbitrary/scenario-arbitrary.js';
import { checkArguments } from '../arguments/arguments.js';
import { type RunRecord, recordDocument } from '../invariant/run-record.js';
import { shrinkDocument } from './shrink-document.js';

/** Options of checking a property of scenarios. */
export interface AssertScenariosOptions {
  /** Seed of the random scenarios; random by default, and reported if the property fails. */
  readonly seed?: number;
  /** Path to one failing scenario, from an earlier failure message. */
  readonly path?: string;
  /** Number of scenarios to try; 100 by default. */
  readonly numRuns?: number;
  /** Folder for the failing scenario, created if missing; `neap-failures` by default. */
  readonly failures?: string;
}

const FOLDER = 'neap-failures';
const RUNS = 100;

/**
 * Checks a property of runs over random scenarios. If it fails, shrinks the scenario as far as possible and writes a
 * file that `neap run` replays.
 *
 * ```ts
 * await assertScenarios(scenarioDocuments({ computes: 1 }), (record) => assertInvariants(record));
 * ```
 *
 * @param check throws or returns false if the property does not hold
 * @throws Error with the problem, and one line that replays it: seed, path, version and file
 */
export async function assertScenarios(
  documents: fc.Arbitrary<ScenarioInput>,
  check: (record: RunRecord) => unknown,
  options: AssertScenariosOptions = {},
): Promise<void> {
  checkArguments('assertScenarios', { documents, check, options });
  const { seed, path, numRuns = RUNS, failures = FOLDER } = options;
  const run = await fc.check(
    fc.asyncProperty(documents, async (document) => (await check(await recordDocument(document))) !== false),
    { numRuns, ...(seed === undefined ? {} : { seed }), ...(path === undefined ? {} : { path }) },
  );
  if (!run.failed) return;
  if (run.counterexample === null) {
    throw new Error(`no scenario could be tried: ${String(run.errorInstance ?? 'none was generated')}`);
  }
  const [drawn] = run.counterexample;
  const kind = kindOf(await problemOf(drawn, check));
  const smallest = await shrinkDocument(
    drawn,
    async (smaller) => kind !== undefined && kindOf(await problemOf(smaller, check)) === kind,
  );
  const problem = (await problemOf(smallest, check)) ?? String(run.errorInstance);
  const replay = `seed ${run.seed}, path "${run.counterexamplePath}", neap ${packageVersion()}`;
  const comment = [...problem.split('\n'), replay].map((line) => `# ${line}\n`).join('');
  await mkdir(failures, { recursive: true });
  const file = join(failures, `seed-${run.seed}.yaml`);
  await writeFile(file, comment + stringify(smallest));
  throw new Error(`${problem}\n${replay}: neap run ${file}`, { cause: run.errorInstance });
}

/** The problem of a document's run, in words; `undefined` if the run is correct, or the scenario invalid. */
async function problemOf(
  document: ScenarioInput,
  check: (record: RunRecord) => unknown,
): Promise<string | undefined> {
  try {
    const answer = await check(await recordDocument(document));
    return answer === false ? 'the check returned false' : undefined;
  } catch (error) {
    if (error instanceof ScenarioError) return undefined;
    return error instanceof Error ? error.message.split('\n')[0]! : String(error);
  }
}

/** The prefix of problems with one cause, such as an invariant's number; a smaller scenario must share it. */
function kindOf(problem: string | undefined): string | undefined {
  return problem?.split(/[\s:]/, 1)[0];
}
