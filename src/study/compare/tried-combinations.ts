import { setImmediate as nextTurn } from 'node:timers/promises';
import { requireOffered } from '../../findings/platform-refusals.js';
import { overrideOf, refusal, ScenarioError } from '../../scenario/document/diagnostic.js';
import type { Scenario } from '../../scenario/scenario.js';
import { elsewhereSource } from '../elsewhere/vendor-size.js';
import { compileVariant, type ScenarioSource, type SourcedVariant } from '../runs/scenario-source.js';
import { refuseTimeoutElsewhere } from './setting-change.js';
import { settingsOverrides } from './setting-dimension.js';
import { combinations, type SweepAxis } from './sweep-axis.js';

/** One value for each axis, by its path. */
export type Settings = Readonly<Record<string, string>>;

/** Settings as the name of a candidate or a combination: `min=0.25 max=2 timeout=5m`. */
export function settingsName(settings: Settings): string {
  return Object.entries(settings)
    .map(([path, value]) => `${path}=${value}`)
    .join(' ');
}

/** A combination of settings, compiled, or why the size table, the plan or the scenario forbids it. */
export interface TriedCombination {
  readonly settings: Settings;
  /** Its name is that of the settings. */
  readonly variant: SourcedVariant | undefined;
  /** In words; `null` if it is allowed. */
  readonly reason: string | null;
}

/**
 * Compiles every combination of some axes.
 * @param most combinations
 * @param signal ends the work between two combinations
 * @throws ScenarioError for too many; for a value that cannot be read, regardless of the plan and other values; and the
 *   first problem if no combination is allowed; the signal's reason
 */
export async function triedCombinations(
  source: ScenarioSource,
  scenario: Scenario,
  axes: readonly SweepAxis[],
  { most, signal }: { most: number; signal?: AbortSignal | undefined },
): Promise<readonly TriedCombination[]> {
  const count = axes.reduce((product, { values }) => product * values.length, 1);
  if (count > most) {
    const message = `${count} combinations are more than ${most}; vary fewer values`;
    throw refusal('--vary', message);
  }
  const overrides = (settings: Settings) => settingsOverrides(settings, scenario, source);
  const tried: TriedCombination[] = [];
  const refused: RefusedCombination[] = [];
  for (const settings of combinations(axes)) {
    // Compiling does not yield to the event loop, which handles signals.
    await nextTurn();
    signal?.throwIfAborted();
    try {
      const changed = { ...source, set: [...source.set, ...overrides(settings)] };
      const variant = await compileVariant(await elsewhereSource(changed, signal), settingsName(settings));
      requireOffered(variant.scenario);
      refuseTimeoutElsewhere(variant.scenario, settings);
      tried.push({ settings, variant, reason: null });
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error;
      refused.push({ settings, error });
      const reasons = new Set(error.diagnostics.map(({ message }) => message));
      tried.push({ settings, variant: undefined, reason: [...reasons].join('; ') });
    }
  }
  const allowed = tried.filter(({ variant }) => variant !== undefined).map(({ settings }) => settings);
  const wrong = unreadableValue(refused, allowed, axes, overrides);
  if (wrong !== undefined) throw wrong;
  if (allowed.length === 0 && refused.length > 0) {
    const [{ settings, error }] = refused as [RefusedCombination];
    throw error.renamed((override) => writtenAxis(override, settings, axes, overrides));
  }
  return tried;
}

interface RefusedCombination {
  readonly settings: Settings;
  readonly error: ScenarioError;
}

type OverridesOf = (settings: Settings) => readonly string[];

/** The problem of the first value that is in no allowed combination, unless a rule explains it. */
function unreadableValue(
  refused: readonly RefusedCombination[],
  allowed: readonly Settings[],
  axes: readonly SweepAxis[],
  overrides: OverridesOf,
): ScenarioError | undefined {
  for (const { settings, error } of refused) {
    const broken = error.diagnostics.filter((diagnostic) => !error.forbidden.has(diagnostic));
    for (const diagnostic of broken) {
      const override = overrideOf(diagnostic);
      const axis = override === undefined ? undefined : axisOf(override, settings, axes, overrides);
      if (axis === undefined) continue;
      if (allowed.some((other) => other[axis.path] === settings[axis.path])) continue;
      return new ScenarioError([{ ...diagnostic, source: optionOf(axis) }]);
    }
  }
  return undefined;
}

function axisOf(
  override: string,
  settings: Settings,
  axes: readonly SweepAxis[],
  overrides: OverridesOf,
): SweepAxis | undefined {
  return axes.find(({ path }) => overrides({ [path]: settings[path]! }).includes(override));
}

function writtenAxis(override: string, ...place: readonly [Settings, readonly SweepAxis[], OverridesOf]) {
  const axis = axisOf(override, ...place);
  return axis && optionOf(axis);
}

function optionOf({ path, written }: SweepAxis): string {
  return `--vary ${written ?? path}`;
}
