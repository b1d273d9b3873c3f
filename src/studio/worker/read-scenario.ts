import { settingsProblems } from '../../compute/lifecycle/settings-problem.js';
import { idleTimeout, NEVER_SUSPEND } from '../../compute/lifecycle/suspend-timeout.js';
import { compileWritten } from '../../scenario/compile-written.js';
import { type Outside, PolicyModuleError } from '../../scenario/document/outside.js';
import type { Scenario } from '../../scenario/scenario.js';
import { scalableSizes } from '../../scenario/vendor/vendor-settings.js';
import { vendorTimeoutProblem } from '../../scenario/vendor/vendor-words.js';
import { planLimits } from '../../vendors/plan-limits.js';
import type { Vendor } from '../../vendors/vendor-file.js';
import { scaledLoad } from '../../workload/scaled-load.js';
import { readTraces } from '../../workload/trace/read-trace.js';
import { TraceError } from '../../workload/trace/reading/trace-error.js';
import { SIZES_CU, TIMEOUTS_SECONDS } from './choices.js';
import type { ComputeControl, Controls, Question, WhatIf } from './question.js';
import { platformsOf, vendorControl } from './vendor-control.js';

/**
 * Compiles the text of a question.
 * @param set overrides, as `path=value`
 * @param elsewhere whether the rules and prices of its vendor apply, as they do by default
 * @throws ScenarioError with all problems
 */
export async function readScenario(
  { text, file, traces, vendors }: Pick<Question, 'text' | 'file' | 'traces' | 'vendors'>,
  set: readonly string[] = [],
  elsewhere: true | 'pending' = true,
) {
  const name = file.replace(/\.(ya?ml|json)$/i, '');
  const outside = givenFiles(traces, vendors);
  return compileWritten({ text, file, set }, { name, seed: undefined, outside }, elsewhere);
}

/** A scenario with its load multiplied, and without some loads. */
export function withWhatIf(scenario: Scenario, { load_factor, without }: WhatIf): Scenario {
  if (load_factor === 1 && without.length === 0) return scenario;
  const load = scenario.load.filter(({ name }) => !without.includes(name));
  return Object.freeze({ ...scenario, load: load.map((each) => scaledLoad(each, load_factor)) });
}

/** The files of a page. It imports no modules, because their code would run. */
function givenFiles(traces: Question['traces'], vendors: Question['vendors']): Outside {
  const textOf = (file: string): string => {
    const text = Object.hasOwn(traces, file) ? traces[file] : undefined;
    if (text !== undefined) return text;
    throw new TraceError(
      file,
      'a page cannot read this file; start "neap studio" with the scenario, which passes it its files',
    );
  };
  return {
    traces: async (selection) => readTraces(selection, chunksOf(textOf(selection.file))),
    text: async (file) => textOf(file),
    async policyModule(file) {
      throw new PolicyModuleError(`${file}: a page cannot run policy modules; use "neap run"`);
    },
    vendors: () => vendors,
    unknownCall: async () => undefined,
  };
}

async function* chunksOf(text: string): AsyncGenerator<string> {
  yield text;
}

/** The controls of a scenario, from its text. */
export function controlsOf(scenario: Scenario, vendors: Question['vendors']): Controls {
  const { plan, fleet, slo, load } = scenario;
  const named = vendors.find(({ id }) => id === scenario.vendor?.name);
  const computes = fleet === undefined ? scenario.computes : [fleet.template];
  return {
    plan: plan.name,
    platforms: platformsOf(vendors),
    vendor: vendorControl(scenario, named),
    computes: computes.slice(0, 40).map((compute) => controlOf(scenario, compute, named)),
    loads: fleet === undefined ? [...new Set(load.map((each) => each.name))].slice(0, 40) : [],
    latency_p99_ms: slo.find(({ objective }) => objective === 'latency_p99')?.target,
  };
}

function controlOf(
  scenario: Scenario,
  compute: Scenario['computes'][number],
  vendor: Vendor | undefined,
): ComputeControl {
  const limits = planLimits(scenario.plan, scenario.start.slice(0, 10));
  const { autoscaling_limit_min_cu: min_cu, autoscaling_limit_max_cu: max_cu } = compute;
  const refused = TIMEOUTS_SECONDS.flatMap((suspend_timeout_seconds) => {
    const settings = { ...compute, suspend_timeout_seconds };
    const problems = settingsProblems(settings, { plan: limits, book: scenario.model.rules });
    const problem =
      vendor === undefined
        ? problems.find(({ setting }) => setting === 'suspend_timeout_seconds')?.message
        : vendorTimeoutProblem(vendor, idleTimeout(settings));
    return problem === undefined ? [] : [[suspend_timeout_seconds, problem] as const];
  });
  const timeout = idleTimeout(compute);
  return {
    name: scenario.fleet === undefined ? compute.name : 'template',
    min_cu,
    max_cu,
    timeout_seconds: timeout === Number.POSITIVE_INFINITY ? NEVER_SUSPEND : timeout,
    refused_timeouts: Object.fromEntries(refused),
    sizes_cu:
      vendor?.unit === undefined
        ? SIZES_CU.filter((cu) => cu <= (limits?.max_autoscaling_cu ?? max_cu))
        : scalableSizes(vendor.unit, SIZES_CU),
  };
}
