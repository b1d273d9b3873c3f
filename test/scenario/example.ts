import { type Diagnostic, parseScenario, ScenarioError } from '../../src/scenario/load-scenario.js';
import type { Scenario } from '../../src/scenario/scenario.js';

/** A small right scenario as plain data; `over` replaces its top-level keys. */
export function example(over: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    name: 'example',
    duration: '1d',
    plan: 'scale',
    computes: [{ name: 'primary', autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 2 }],
    load: [exampleLoad()],
    ...over,
  };
}

/** A small right load; `over` replaces its keys, and `undefined` removes one. */
export function exampleLoad(over: Record<string, unknown> = {}): Record<string, unknown> {
  return { name: 'web', compute: 'primary', rate: '1/s', query: { cpu: '1ms' }, ...over };
}

/** Compiles plain data, as a JSON file would be. */
export function compiled(over: Record<string, unknown> = {}): Promise<Scenario> {
  return parseScenario(JSON.stringify(example(over)));
}

/** The one load of the example with some of its keys replaced. */
export async function compiledLoad(over: Record<string, unknown>): Promise<Scenario['load'][number]> {
  return (await compiled({ load: [exampleLoad(over)] })).load[0]!;
}

export async function problems(
  text: string,
  options: Parameters<typeof parseScenario>[1] = {},
): Promise<readonly Diagnostic[]> {
  try {
    await parseScenario(text, options);
    return [];
  } catch (error) {
    if (error instanceof ScenarioError) return error.diagnostics;
    throw error;
  }
}
