import type { PlanChoice } from '../vendors/plan-limits.js';
import type { ProcessSpecification } from '../workload/load-specification.js';
import type { TenantSpecification } from '../workload/tenants.js';
import { traceLength } from '../workload/trace/trace-process.js';
import { deepFreeze } from './document/deep-freeze.js';
import { type Diagnostic, ScenarioError } from './document/diagnostic.js';
import type { Outside } from './document/outside.js';
import type { ScenarioDocument } from './document/scenario-document.js';
import { assumed } from './model/assumption.js';
import { checkNames } from './reading/check-names.js';
import { checkTimes, crossChecks, runClock } from './reading/cross-checks.js';
import { intervalWarnings, readSections, type Sections } from './reading/read-sections.js';
import type { Scenario } from './scenario.js';
import { API_FAULTS, checkCalls } from './sections/api-faults.js';
import { completeCompute } from './sections/computes.js';
import { completeData, dataAllowed } from './sections/data.js';
import { completeFaults } from './sections/faults.js';
import { checkFleetEvents } from './sections/fleet/check-fleet.js';
import {
  type CompleteFleet,
  classComputes,
  completeFleet,
  firstOfEachClass,
  fleetComputes,
  fleetLoads,
  onEachTenant,
  treatsAlike,
  withTeams,
} from './sections/fleet/complete-fleet.js';
import { fleetAssumptions, type TeamsItem } from './sections/fleet/fleet.js';
import { assignedTeams } from './sections/fleet/teams.js';
import { checkColumns, namedColumns } from './sections/fleet/tenant-columns.js';
import { byStart, problemsIn } from './sections/list-section.js';
import {
  completeLoad,
  loadAssumptions,
  recordedProcesses,
  type TraceRequest,
  traceRequests,
} from './sections/load/load.js';
import { readTraces, type TraceLibrary } from './sections/load/read-traces.js';
import { traceWarnings } from './sections/load/trace-warnings.js';
import { completeModel, modelAssumptions } from './sections/model.js';
import { completePlan } from './sections/plan.js';
import { policyAssumptions, readPolicies } from './sections/policies.js';
import { occurrences } from './sections/recurrence.js';
import type { ScenarioFeatures } from './sections/relevance.js';
import { DEFAULT_START_EPOCH_SECONDS, defaultTimelineInterval } from './sections/settings.js';
import { completeObjectives } from './sections/slo.js';
import { DEFAULT_VENDOR, vendorProblems } from './sections/vendor.js';
import type { VendorTerms } from './vendor/vendor-terms.js';

const DEFAULT_SEED = '1';

/** Inputs of a scenario in addition to its text. */
export interface CompileContext {
  /** Name of a scenario that does not set one. */
  readonly name: string;
  readonly seed: string | undefined;
  readonly outside: Outside;
  /** Tenants of a fleet that were drawn earlier, to be compiled without the others. */
  readonly tenants?: readonly TenantSpecification[];
  /**
   * If all tenants are treated alike: whether only the loads, events and faults of one tenant of each class are
   * compiled, by the number of tenants.
   */
  readonly isOutlined?: (count: number) => boolean;
  /** The terms of another vendor, whose overrides are in the document; `pending`: they are applied later. */
  readonly vendor?: Pick<VendorTerms, 'plan' | 'warnings' | 'is_always_on'> | 'pending';
  /** The plan whose data are assumed, if another plan is in the document: a load has the same data on each platform. */
  readonly written_plan?: PlanChoice;
}

/**
 * Checks a document, reads its traces and fills in every default.
 * @throws ScenarioError with every problem
 */
export async function compileScenario(written: ScenarioDocument, context: CompileContext): Promise<Scenario> {
  return deepFreeze(assemble(await readScenario(written, context), context));
}

/** Reads a scenario, its traces and its policies. @throws ScenarioError with every problem */
async function readScenario(written: ScenarioDocument, context: CompileContext) {
  const { document, sections: whole, intervals, ...ofSchema } = readSections(written);
  const { vendor: terms = 'pending' } = context;
  const items = terms !== 'pending' && terms.is_always_on ? withoutScaling(whole) : whole;
  const crossed = crossChecks(items, document);
  const calls: Diagnostic[] = [];
  await checkCalls(items.api_faults, context.outside, ([...path], message) => {
    calls.push(document.diagnostic([API_FAULTS.name, ...path], message));
  });
  const forbidden = [...ofSchema.forbidden, ...crossed.forbidden];
  const elsewhere = vendorProblems(items.vendor, document, context.vendor !== undefined);
  refuse([...ofSchema.broken, ...crossed.broken, ...forbidden, ...calls, ...elsewhere], forbidden);
  const until = (seconds: number) => occurrences(items.events, runClock(items, seconds));
  const sections = { ...items, events: until(items.duration ?? Number.POSITIVE_INFINITY) };
  const seed = context.seed ?? sections.seed ?? DEFAULT_SEED;
  const alike = sections.fleet && treatsAlike(sections) ? sections.fleet : undefined;
  const outlined = alike !== undefined && context.isOutlined?.(alike.count) === true;
  const requests = sections.load.flatMap(traceRequests);
  const { traces: read_traces, diagnostics: ofTraces } = await readTraces(
    requests,
    context.outside,
    document,
  );
  const { fleet: written_fleet } = sections;
  if (written_fleet !== undefined)
    refuse(
      problemsIn([], document, (problem) => checkColumns(requests, read_traces, written_fleet, problem)),
    );
  const { names, traces } = namedColumns(requests, read_traces);
  const drawn = written_fleet && completeFleet(written_fleet, seed, { drawn: context.tenants, names });
  if (drawn !== undefined) {
    refuse(names === undefined ? [] : checkNames(document, names));
    refuse(checkFleetEvents(sections, drawn, document));
  }
  const fleet = drawn && (await inTeams(drawn, written_fleet?.teams, document, context));
  const { computes, events } = sections;
  const { policies, ...ofPolicies } = await readPolicies(computes, events, context.outside, document);
  refuse([...ofTraces, ...ofPolicies.diagnostics], ofPolicies.forbidden);
  const duration_seconds = sections.duration ?? longestTrace(requests, traces);
  refuse(sections.duration === undefined ? checkTimes(sections, duration_seconds, document) : []);
  const read = { requests, traces, policies, duration_seconds, seed, fleet, outlined, intervals };
  const run = { ...sections, events: until(duration_seconds) };
  return { sections: run, written: document.value as Record<string, unknown>, ...read };
}

/** The parts of a scenario that concern a platform whose computes always run at one size. */
function withoutScaling(sections: Sections): Sections {
  const events = sections.events.filter(({ form }) => form.kind !== 'update');
  const computes = sections.computes.map((one) => ({
    ...one,
    form: { ...one.form, suspend_timer: undefined },
  }));
  return { ...sections, computes, events, quota: undefined };
}

/** The fleet with its tenants in their teams. Tenants that were drawn earlier have theirs already. */
async function inTeams(
  fleet: CompleteFleet,
  written: TeamsItem | undefined,
  document: ScenarioDocument,
  { outside, tenants }: CompileContext,
): Promise<CompleteFleet> {
  if (tenants !== undefined) return fleet;
  const names = fleet.specification.tenants.map(({ compute }) => compute);
  const { teams, diagnostics } = await assignedTeams(written, names, outside, document);
  refuse(diagnostics);
  return teams === undefined ? fleet : withTeams(fleet, teams);
}

function refuse(diagnostics: readonly Diagnostic[], forbidden: readonly Diagnostic[] = []): void {
  if (diagnostics.length > 0) throw new ScenarioError(inOrder(diagnostics), new Set(forbidden));
}

/** Sorts by line in the file; problems caused by overrides come last. */
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

function assemble(
  read: Awaited<ReturnType<typeof readScenario>>,
  { name, vendor: terms, written_plan }: CompileContext,
): Scenario {
  const { sections, written, requests, traces, policies, duration_seconds, fleet, intervals } = read;
  const start_epoch_seconds = sections.start ?? DEFAULT_START_EPOCH_SECONDS;
  const { vendor } = sections;
  const elsewhere = terms === 'pending' ? undefined : terms;
  const plan = elsewhere?.plan ?? completePlan(sections.plan);
  const allowed = dataAllowed(
    written_plan ?? plan,
    new Date(start_epoch_seconds * 1000).toISOString().slice(0, 7),
  );
  const model = completeModel(sections.model);
  const context = { start_epoch_seconds, timezone: sections.timezone, traces, model };
  const run = {
    duration_seconds,
    computes: sections.computes.map((item) => completeCompute(item, policies.get(item.index)!)),
    load: sections.load.map(({ form }) => completeLoad(form, context)),
    events: byStart(sections.events).map(({ form }) => form),
    faults: completeFaults(sections.faults, model),
    model,
  };
  // One compute of each class represents a fleet, so that relevance is not computed for every tenant.
  const settings = fleet === undefined ? run : { ...run, computes: classComputes(fleet, run.computes[0]!) };
  return {
    name: sections.name ?? name,
    seed: read.seed,
    start: `${new Date(start_epoch_seconds * 1000).toISOString().slice(0, 19)}Z`,
    start_epoch_seconds,
    duration_seconds,
    plan,
    ...(vendor !== undefined && vendor.name !== DEFAULT_VENDOR && { vendor }),
    timeline_interval_seconds: sections.timeline_interval ?? defaultTimelineInterval(duration_seconds),
    ...runParts(run, fleet, recordedProcesses(sections.load, context), read.outlined),
    ...(sections.api_faults.length > 0 && { api_faults: sections.api_faults.map(({ form }) => form) }),
    slo: completeObjectives(sections.slo, written['slo']),
    data: completeData(sections.data, run, allowed, written['data']),
    previews: sections.previews,
    quota: sections.quota ?? {},
    spending_limit_cents: sections.spending_limit_cents,
    ...(sections.model?.rules === 'seed' && { seed_rules_chosen: true }),
    ...(sections.ignore_findings && { ignored_findings: sections.ignore_findings }),
    model: run.model,
    assumptions: [
      ...(written['plan'] === undefined
        ? [assumed('plan', plan.name, { source: 'the scenario names no plan', confidence: 'low' })]
        : []),
      ...modelAssumptions(settings, written['model']),
      ...loadAssumptions(sections.load),
      ...sections.computes.flatMap(({ index, form }) => policyAssumptions(form.name, policies.get(index)!)),
      ...(sections.fleet === undefined ? [] : fleetAssumptions(sections.fleet)),
    ],
    ...(intervals.length > 0 && { intervals }),
    warnings: [
      ...(elsewhere?.warnings ?? []),
      ...intervalWarnings(intervals),
      ...requests.flatMap(({ trace, load }) =>
        traceWarnings(traces.get(trace)!, load.name, duration_seconds),
      ),
    ],
  };
}

/** The computes with their loads, events and faults: as written, or for each tenant of a fleet. */
function runParts(
  run: ScenarioFeatures,
  fleet: CompleteFleet | undefined,
  recorded: ReadonlyMap<string, readonly ProcessSpecification[]>,
  outlined: boolean,
): Pick<Scenario, 'computes' | 'fleet' | 'load' | 'events' | 'faults'> {
  const { computes, load, events, faults } = run;
  if (fleet === undefined) return { computes, load, events, faults };
  const represented = outlined ? firstOfEachClass(fleet) : fleet;
  return {
    computes: fleetComputes(fleet, computes[0]!),
    fleet: { ...fleet.specification, template: computes[0]! },
    load: fleetLoads(represented, load, recorded),
    events: onEachTenant(represented, events),
    faults: onEachTenant(represented, faults),
  };
}
