import { lastOverrides } from '../../scenario/document/override.js';
import type { ScenarioOptions } from '../../scenario/load-scenario.js';
import { commandLine } from '../text/command-line.js';

/** A scenario as a command line names it. */
export interface AskedScenario extends Pick<ScenarioOptions, 'set' | 'seed'> {
  readonly file: string;
}

/** A command on a scenario as it was asked for, with further words. */
export function commandOn(
  { file, set, seed }: AskedScenario,
  name: string,
  further: readonly string[] = [],
): string {
  const seeded = seed === undefined ? [] : [`seed=${seed}`];
  return commandLine([name, file, ...settingOptions([...(set ?? []), ...seeded]), ...further]);
}

/** Overrides as options, each path once. */
export function settingOptions(set: readonly string[] = []): readonly string[] {
  return lastOverrides(set).flatMap((change) => ['--set', change]);
}
