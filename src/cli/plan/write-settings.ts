import { realpath, stat } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { isInput } from '../../files/input-files.js';
import { ResultDirectoryError } from '../../files/result-directory.js';
import { writeNewFile } from '../../files/write-new-file.js';
import { refusal } from '../../scenario/document/diagnostic.js';
import { editScenario } from '../../scenario/document/edit-scenario.js';
import { settingsOverrides } from '../../study/compare/setting-dimension.js';
import { compileSource, type ScenarioSource, type SourcedVariant } from '../../study/runs/scenario-source.js';

/** Where recommended settings are written: into the scenario file, or into another one. */
export interface SettingsTarget {
  readonly file: string;
  readonly isScenario: boolean;
}

/**
 * The target of `--write`, checked before the work begins.
 * @param asked the option: `true` without a file
 * @throws ResultDirectoryError if the target is not a writable file
 */
export async function settingsTarget(asked: true | string, scenario: string): Promise<SettingsTarget> {
  if (asked !== true) {
    if (isInput(asked)) {
      throw new ResultDirectoryError(
        `--write ${asked}: this command reads the file; expected another name, or --write alone to change the scenario`,
      );
    }
    return { file: asked, isScenario: false };
  }
  const found = await stat(scenario);
  if (!found.isFile()) {
    throw new ResultDirectoryError(
      `--write: ${scenario} is not a regular file; name a file, such as --write new.yaml`,
    );
  }
  // Through a symbolic link the file that it leads to is changed.
  return { file: await realpath(scenario), isScenario: true };
}

/**
 * Writes a scenario with other settings: the file is otherwise unchanged, comments included. It appears in full
 * or not at all.
 * @param settings values by axis
 * @returns whether anything in the file changed
 * @throws ScenarioError if the file cannot express the settings
 */
export async function writeSettings(
  { file }: SettingsTarget,
  { source, scenario }: SourcedVariant,
  settings: Readonly<Record<string, string>>,
): Promise<boolean> {
  const overrides = await changingOverrides(source, settingsOverrides(settings, scenario, source));
  const text = editScenario(source.text, overrides);
  // Options of --set are not written: the file is compared without them.
  const wanted = await compileSource({ ...source, set: overrides });
  const written = await compileSource({ ...source, text, set: [] }).catch(() => undefined);
  if (!isDeepStrictEqual(written, wanted)) {
    throw refusal(
      '--write',
      `the settings cannot be put into ${source.file}; set them by hand: ${overrides.join(' ')}`,
    );
  }
  await writeNewFile(file, text, true);
  return text !== source.text;
}

/** The overrides that change the file: a value that it already has keeps its spelling. */
async function changingOverrides(
  source: ScenarioSource,
  overrides: readonly string[],
): Promise<readonly string[]> {
  const own = await compileSource({ ...source, set: [] });
  const changing: string[] = [];
  for (const override of overrides) {
    const changed = await compileSource({ ...source, set: [override] }).catch(() => undefined);
    if (!isDeepStrictEqual(changed, own)) changing.push(override);
  }
  return changing;
}
