import { isOffered } from '../../findings/platform-refusals.js';
import type { Scenario } from '../../scenario/scenario.js';
import { isSizePath, isTimeoutPath, pathAndValue } from '../../study/compare/setting-change.js';
import { settingsOverrides } from '../../study/compare/setting-dimension.js';
import type { SourcedVariant } from '../../study/runs/scenario-source.js';
import { commandLine } from '../text/command-line.js';
import { type AskedScenario, commandOn, settingOptions } from './asked-scenario.js';

/** Placeholder for the reader's project; the command refuses it and names the expected form. */
const PROJECT = 'YOUR-PROJECT';

/** Whether `neap apply` carries out an override: sizes and timeouts of computes. */
function isApplicable(override: string): boolean {
  const [path] = pathAndValue(override);
  return !path.startsWith('load.') && (isSizePath(path) || isTimeoutPath(path));
}

/** Whether a scenario is of one project at Neon, which `neap apply` changes. */
function isProject({ fleet, vendor }: Scenario): boolean {
  return fleet === undefined && vendor === undefined;
}

/**
 * The command that applies some settings: `neap apply` if they are all settings of a project's computes, else a
 * run with them, which shows their effect.
 * @param settings by axis, as a plan or a sweep names them
 * @param today the scenario that they change
 * @param advised whether they should be applied
 */
export function commandForSettings(
  settings: Readonly<Record<string, string>>,
  { scenario, source }: SourcedVariant,
  advised = true,
): string {
  const changes = settingsOverrides(settings, scenario, source);
  const applicable = advised && isProject(scenario) && changes.every(isApplicable);
  const changed = { ...source, set: [...source.set, ...changes] };
  return applicable ? applyCommand(changed) : commandOn(changed, 'run');
}

/** The command for one of several scenarios or variants as it stands. */
export function commandForVariant({ scenario, source }: SourcedVariant): string {
  return isProject(scenario) && isOffered(scenario) ? applyCommand(source) : commandOn(source, 'run');
}

/** The command that brings a project to a scenario's settings; what it would change is shown until `--yes` is added. */
function applyCommand({ file, set }: AskedScenario): string {
  return commandLine(['apply', file, '--project-id', PROJECT, ...settingOptions(set)]);
}
