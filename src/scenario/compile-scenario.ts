import type { ProcessSpecification } from '../workload/load-specification.js';
import { dataAssumptions } from './assumption/data-assumptions.js';
import { fleetAssumptions } from './assumption/fleet-assumptions.js';
import { modelAssumptions } from './assumption/model-assumptions.js';
import { policyAssumptions } from './assumption/policy-assumptions.js';
import type { ScenarioFeatures } from './assumption/relevance.js';
import { checkApiFaults } from './check/check-api-faults.js';
import { checkColumns, checkFleetEvents } from './check/check-fleet.js';
import { checkTimes, crossChecks } from './check/cross-checks.js';
import { readPolicies } from './check/read-policies.js';
import { compileCompute } from './compile/compile-computes.js';
import { compileData, dataAllowed } from './compile/compile-data.js';
import { compileObjectives } from './compile/compile-objectives.js';
import { compilePlan } from './compile/compile-plan.js';
import { deepFreeze } from './compile/deep-freeze.js';
import { readTraces, type TraceLibrary } from './compile/read-traces.js';
import { timelineInterval } from './compile/timeline-interval.js';
import { type Diagnostic, ScenarioError } from './document/diagnostic.js';
import type { Outside } from './document/outside.js';
import type { ScenarioDocument } from './document/scenario-document.js';
import {
  type CompiledFleet,
  classComputes,
  compileFleet,
  firstOfEachClass,
  fleetComputes,
  fleetLoads,
  onEachTenant,
  treatsAlike,
} from './fleet/compile-fleet.js';
import type { TenantRange } from './fleet/draw-tenants.js';
import { isMapping } from './form/choice.js';
import { compileModel } from './model/model-schema.js';
import type { Scenario } from './scenario.js';
import { completeEvents } from './sections/events.js';
import { completeFaults } from './sections/faults.js';
import {
  completeLoad,
  loadAssumptions,
  recordedProcesses,
  type TraceRequest,
  traceRequests,
} from './sections/load/load.js';
import { traceLength, traceWarnings } from './sections/load/played-trace.js';
import { DEFAULT_START_EPOCH_SECONDS } from './sections/scenario-schema.js';
import { readSections } from './sections/sections.js';
import { intervalWarnings, settledDocument } from './sections/settled-document.js';
import type { TenantSpecification } from './specification/compute-specification.js';

const DEFAULT_SEED = '1';

/** What a scenario needs beside its own text. */
export interface CompileContext {
  /** Name of a scenario that states none. */
  readonly name: string;
  /** Takes the place of the scenario's own seed. */
  readonly seed: string | undefined;
  /** Traces and modules that it names. */
  readonly outside: Outside;
  /** Of a fleet, the tenants to compile, by how many there are; all of them where one is treated otherwise than others. */
  readonly tenants?: ((count: number) => TenantRange) | undefined;
  /** All tenants of the fleet, where this scenario has been compiled before. */
  readonly drawn?: readonly TenantSpecification[] | undefined;
  /**
   * If all tenants are treated alike: whether only the loads, events and faults of one tenant of each class are compiled,
   * by the number of tenants.
   */
  readonly isOutlined?: ((count: number) => boolean) | undefined;
}

/**
 * Checks a document, reads its traces and fills in every default.
 * @throws ScenarioError with everything that is wrong
 */
export async function compileScenario(written: ScenarioDocument, context: CompileContext): Promise<Scenario> {
  return deepFreeze(assemble(await readScenario(written, context), context.name));
}

/** What a scenario says, and its traces and policies. @throws ScenarioError with everything that is wrong */
async function readScenario(written: ScenarioDocument, context: CompileContext) {
  const { document, intervals } = settledDocument(written);
  const { sections, ...ofSchema } = readSections(document);
  const crossed = crossChecks(sections, document);
  const forbidden = [...ofSchema.forbidden, ...crossed.forbidden];
  refuse(
    [
      ...ofSchema.broken,
      ...crossed.broken,
      ...forbidden,
      ...(await checkApiFaults(sections.api_faults, document, context.outside)),
    ],
    forbidden,
  );
  const seed = context.seed ?? sections.seed ?? DEFAULT_SEED;
  const alike = sections.fleet && treatsAlike(sections) ? sections.fleet : undefined;
  const range = alike && context.tenants?.(alike.count);
  const fleet = sections.fleet && compileFleet(sections.fleet, seed, range, context.drawn);
  const outlined = alike !== undefined && context.isOutlined?.(alike.count) === true;
  if (fleet !== undefined) refuse(checkFleetEvents(sections, fleet, document));
  const requests = sections.load.flatMap(traceRequests);
  const check = { events: sections.events, document };
  const { traces, diagnostics: ofTraces } = await readTraces(requests, context.outside, document);
  if (fleet !== undefined)
    refuse(checkColumns(requests, traces, fleet.specification.tenants.length, document));
  const { policies, ...ofPolicies } = await readPolicies(sections.computes, context.outside, check);
  refuse([...ofTraces, ...ofPolicies.diagnostics], ofPolicies.forbidden);
  const duration_seconds = sections.duration ?? longestTrace(requests, traces);
  refuse(sections.duration === undefined ? checkTimes(sections, duration_seconds, document) : []);
  const read = { requests, traces, policies, duration_seconds, seed, fleet, outlined, intervals };
  return { sections, written: document.value as Record<string, unknown>, ...read };
}

function refuse(diagnostics: readonly Diagnostic[], forbidden: readonly Diagnostic[] = []): void {
  if (diagnostics.length > 0) throw new ScenarioError(inOrder(diagnostics), new Set(forbidden));
}

/** From the top of the file to its end; what overrides caused comes last. */
function inOrder(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const line = (one: Diagnostic) => one.line ?? Number.MAX_SAFE_INTEGER;
  return diagnostics.toSorted((a, b) => line(a) - line(b) || (a.column ?? 0) - (b.column ?? 0));
}

function longestTrace(requests: readonly TraceRequest[], traces: TraceLibrary): number {
  return requests.reduce(
    (longest, { trace }) =>
      traces.get(trace)!.reduce((most, one) => Math.max(most, traceLength(one)), longest),
    0,
  );
}

function assemble(read: Awaited<ReturnType<typeof readScenario>>, name: string): Scenario {
  const { sections, written, requests, traces, policies, duration_seconds, fleet, intervals } = read;
  const start_epoch_seconds = sections.start ?? DEFAULT_START_EPOCH_SECONDS;
  const plan = compilePlan(sections.plan);
  const allowed = dataAllowed(plan, new Date(start_epoch_seconds * 1000).toISOString().slice(0, 7));
  const model = compileModel(sections.model);
  const run = {
    duration_seconds,
    computes: sections.computes.map((item) => compileCompute(item, policies.get(item.index)!)),
    load: sections.load.map(({ form }) =>
      completeLoad(form, { start_epoch_seconds, timezone: sections.timezone, traces, model }),
    ),
    events: completeEvents(sections.events),
    faults: completeFaults(sections.faults, model),
    model,
  };
  // Of a fleet one compute of each class, so that what can matter is not asked of every tenant.
  const settings = fleet === undefined ? run : { ...run, computes: classComputes(fleet, run.computes[0]!) };
  return {
    name: sections.name ?? name,
    seed: read.seed,
    start: `${new Date(start_epoch_seconds * 1000).toISOString().slice(0, 19)}Z`,
    start_epoch_seconds,
    duration_seconds,
    plan,
    timeline_interval_seconds: sections.timeline_interval ?? timelineInterval(duration_seconds),
    ...whatRuns(run, fleet, recordedProcesses(sections.load, traces), read.outlined),
    ...(sections.api_faults.length > 0 && { api_faults: sections.api_faults.map(({ form }) => form) }),
    slo: compileObjectives(sections.slo, isMapping(written['slo']) ? Object.keys(written['slo']) : []),
    data: {
      ...compileData(sections.data, run, allowed),
      assumptions: dataAssumptions(sections.data, run.load, allowed, written['data']),
    },
    previews: sections.previews,
    quota: sections.quota ?? {},
    spending_limit_cents: sections.spending_limit_cents,
    ...(sections.model?.rules === 'seed' && { seed_rules_chosen: true }),
    ...(sections.ignore_findings && { ignored_findings: sections.ignore_findings }),
    model: run.model,
    assumptions: [
      ...modelAssumptions(settings, plan.name, {
        model: isMapping(written['model']) ? written['model'] : {},
        plan: written['plan'],
      }),
      ...loadAssumptions(sections.load),
      ...sections.computes.flatMap(({ index, form }) => policyAssumptions(form.name, policies.get(index)!)),
      ...(sections.fleet === undefined ? [] : fleetAssumptions(sections.fleet)),
    ],
    ...(intervals.length > 0 && { intervals }),
    warnings: [
      ...intervalWarnings(intervals),
      ...requests.flatMap(({ trace, load }) =>
        traceWarnings(traces.get(trace)!, load.name, duration_seconds),
      ),
    ],
  };
}

/** The computes with their load and what happens to them: as they are written, or for each tenant of a fleet. */
function whatRuns(
  run: ScenarioFeatures,
  fleet: CompiledFleet | undefined,
  recorded: ReadonlyMap<string, readonly ProcessSpecification[]>,
  outlined: boolean,
): Pick<Scenario, 'computes' | 'fleet' | 'load' | 'events' | 'faults'> {
  const { computes, load, events, faults } = run;
  if (fleet === undefined) return { computes, load, events, faults };
  const told = outlined ? firstOfEachClass(fleet) : fleet;
  return {
    computes: fleetComputes(fleet, computes[0]!),
    fleet: fleet.specification,
    load: fleetLoads(told, load, recorded),
    events: onEachTenant(told, events),
    faults: onEachTenant(told, faults),
  };
}
