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

/** A run with further changes of the scenario. */
export function runWith(asked: AskedScenario, changes: readonly string[]): string {
  return commandOn({ ...asked, set: [...(asked.set ?? []), ...changes] }, 'run');
}

/** The search for settings that meet some constraints. @param load times the scenario's load */
export function planFor(asked: AskedScenario, constraints: readonly string[] = [], load = 1): string {
  const limits = constraints.flatMap((constraint) => ['--constraint', constraint]);
  return commandOn(asked, 'plan', [...limits, ...(load > 1 ? ['--at-load', `${load}x`] : [])]);
}

/** Overrides as options, each path once. */
export function settingOptions(set: readonly string[] = []): readonly string[] {
  return lastOverrides(set).flatMap((change) => ['--set', change]);
}
