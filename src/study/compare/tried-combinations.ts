import { setImmediate as nextTurn } from 'node:timers/promises';
import { overrideOf, refusal, ScenarioError } from '../../scenario/document/diagnostic.js';
import { combinations, type SweepAxis } from './sweep-axis.js';

/** One value for each axis, by its path. */
export type Settings = Readonly<Record<string, string>>;

/** A combination of settings with its result, or why the size table, the plan or the scenario forbids it. */
export interface TriedCombination<Made> {
  readonly settings: Settings;
  readonly made: Made | undefined;
  /** In words; `null` if it is allowed. */
  readonly reason: string | null;
}

interface Trial<Made> {
  /** The overrides that some settings expand to; problems are reported at the axis instead of at these. */
  readonly overrides?: (settings: Settings) => readonly string[];
  /** Compiles one; throws ScenarioError for one that is not allowed. */
  readonly make: (settings: Settings, index: number) => Promise<Made>;
  /** Ends the work between two combinations. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Tries every combination of some axes.
 * @throws ScenarioError for more than `most`; for a value that cannot be read, regardless of the plan and other values;
 *   and the first problem if no combination is allowed; the signal's reason
 */
export async function triedCombinations<Made>(
  axes: readonly SweepAxis[],
  most: number,
  { overrides = () => [], make, signal }: Trial<Made>,
): Promise<readonly TriedCombination<Made>[]> {
  const count = axes.reduce((product, { values }) => product * values.length, 1);
  if (count > most) {
    const message = `${count} combinations are more than ${most}; vary fewer values`;
    throw refusal('--vary', message);
  }
  const tried: TriedCombination<Made>[] = [];
  const refused: RefusedCombination[] = [];
  for (const settings of combinations(axes)) {
    // Compiling does not yield to the event loop, which handles signals.
    await nextTurn();
    signal?.throwIfAborted();
    try {
      tried.push({ settings, made: await make(settings, tried.length), reason: null });
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error;
      refused.push({ settings, error });
      const reasons = new Set(error.diagnostics.map(({ message }) => message));
      tried.push({ settings, made: undefined, reason: [...reasons].join('; ') });
    }
  }
  const allowed = tried.filter(({ made }) => made !== undefined).map(({ settings }) => settings);
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
