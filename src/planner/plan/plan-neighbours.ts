import type { SweepAxis } from '../compare/sweep-axis.js';

type Settings = Readonly<Record<string, string>>;

/**
 * The settings that are one step from some others on one axis, both ways, and, where the step would take the minimum
 * above the maximum, both moved together. Those that are not allowed are among them.
 */
export function neighboursOf(settings: Settings, axes: readonly SweepAxis[]): readonly Settings[] {
  const stepped = axes.flatMap((axis) => [-1, 1].flatMap((step) => stepOf(settings, axis, step)));
  const together = [-1, 1].flatMap((step) => {
    const sizes = axes.filter(({ path }) => /(^|\.)(min|max)$/.test(path));
    if (sizes.length < 2) return [];
    let moved: readonly Settings[] = [settings];
    for (const axis of sizes) moved = moved.flatMap((each) => stepOf(each, axis, step));
    return moved;
  });
  return [...stepped, ...together];
}

function stepOf(settings: Settings, { path, values }: SweepAxis, step: number): readonly Settings[] {
  const place = values.indexOf(settings[path] ?? '');
  const value = place < 0 ? undefined : values[place + step];
  return value === undefined ? [] : [{ ...settings, [path]: value }];
}

/** Settings as the name of a candidate or a combination: `min=0.25 max=2 timeout=5m`. */
export function settingsName(settings: Settings): string {
  return Object.entries(settings)
    .map(([path, value]) => `${path}=${value}`)
    .join(' ');
}
