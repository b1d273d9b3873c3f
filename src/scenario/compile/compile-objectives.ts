import type { Objective, ObjectiveName, ObjectivesForm } from '../schema/objective-schema.js';

/** The objectives in the order of the file, each target in the unit of its figure (latencies in milliseconds). */
export function compileObjectives(
  form: ObjectivesForm | undefined,
  order: readonly string[],
): readonly Objective[] {
  const given = Object.entries(form ?? {}) as [ObjectiveName, number | undefined][];
  return given
    .filter((entry): entry is [ObjectiveName, number] => entry[1] !== undefined)
    .map(([objective, target]) => ({
      objective,
      // Rounded to the nanosecond, so that 0.1 s is 100 ms and not 100.00000000000001.
      target: objective.startsWith('latency_') ? Math.round(target * 1e9) / 1e6 : target,
    }))
    .sort((a, b) => order.indexOf(a.objective) - order.indexOf(b.objective));
}
