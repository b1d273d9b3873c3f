import { Document } from 'yaml';
import { formatDuration, formatRate } from '../../scenario/form/quantity.js';
import { DEFAULT_FLEET_NAME } from '../../scenario/sections/fleet/fleet.js';
import { limitOn, planLimits } from '../../vendors/plan-limits.js';
import type { Imported, ImportedDemand, ImportedLoad, ImportedTraffic } from '../recording/imported.js';
import { note } from './yaml-note.js';

type RecordedTraffic = Extract<ImportedTraffic, { readonly kind: 'recorded' }>;

/** CPU time of a query if the import does not know it. */
const USUAL_CPU = '5ms';
const USUAL_POOL = 10;
const USUAL_VCPU = 2;

export interface ImportedScenario {
  readonly name: string;
  /** Kind of the files. */
  readonly form: string;
  readonly imported: Imported;
  /** File names of the recordings, by the name of the load. */
  readonly recordings: ReadonlyMap<string, string>;
}

/**
 * The scenario of an import as YAML: findings and their certainty at the top, guesses marked next to their values.
 */
export function importedScenarioText(scenario: ImportedScenario): string {
  const { imported, name } = scenario;
  const { start_epoch_seconds: start, duration_seconds } = imported;
  const loads = imported.loads.map((load) => loadOf(load, scenario));
  const document = new Document({
    name,
    seed: 1,
    // What is undefined is left out.
    start: start === undefined ? undefined : startText(start),
    duration: formatDuration(duration_seconds),
    plan: usualPlan(imported),
    computes: computesOf(imported),
    load: loads,
  });
  document.commentBefore = heading(scenario);
  note(document, ['plan'], 'a guess');
  const size = tenantsOf(imported) === undefined ? ['computes', 0] : ['computes', 'template'];
  note(document, [...size, 'autoscaling_limit_max_cu'], 'a guess; neap plan finds the best');
  for (const [index, load] of imported.loads.entries()) annotate(document, index, load, scenario);
  return document.toString({ lineWidth: 0 });
}

/** Names of the tenants; `undefined` unless the recording is of a fleet. */
function tenantsOf({ loads }: Imported): readonly string[] | undefined {
  const traffic = loads[0]?.traffic;
  return traffic?.kind === 'recorded' && traffic.readings.length > 1
    ? traffic.readings.map(({ name }) => name!)
    : undefined;
}

/** Name of the fleet, which is not that of a tenant. */
function fleetName(tenants: readonly string[]): string {
  let name = DEFAULT_FLEET_NAME;
  while (tenants.includes(name)) name += 's';
  return name;
}

/** The cheapest paid plan, or the next one if that has too few projects or too small computes. */
function usualPlan(imported: Imported): string {
  const cheapest = { name: 'launch', as_of: undefined };
  const most_projects = limitOn(cheapest, 'projects')!.value;
  const { max_autoscaling_cu } = planLimits(cheapest)!;
  const isEnough =
    (tenantsOf(imported)?.length ?? 0) <= most_projects && (imported.largest_cu ?? 0) <= max_autoscaling_cu;
  return isEnough ? cheapest.name : 'scale';
}

const USUAL_MAX_CU = 4;

function computesOf(imported: Imported) {
  const tenants = tenantsOf(imported);
  const limits = {
    autoscaling_limit_min_cu: 0.25,
    autoscaling_limit_max_cu: Math.max(USUAL_MAX_CU, imported.largest_cu ?? 0),
    suspend_timeout_seconds: imported.suspend_timeout_seconds ?? 300,
  };
  if (tenants === undefined) return [{ name: 'primary', type: 'read_write', ...limits }];
  const name = fleetName(tenants);
  return {
    name: name === DEFAULT_FLEET_NAME ? undefined : name,
    template: limits,
    count: tenants.length,
    mix: { recorded: { share: '100%', rate_factor: 1 } },
  };
}

function heading({ form, imported }: ImportedScenario): string {
  const lines = [
    `Imported from ${form}. Findings, and how surely each is known (counted, measured, inferred, guessed):`,
    ...imported.findings.map(({ what, certainty, how }) => `- ${certainty}: ${what} (${how})`),
    ...imported.warnings.map((warning) => `- note: ${warning}`),
  ];
  return lines.map((text) => ` ${text.replaceAll(/\s+/g, ' ')}`).join('\n');
}

function traceOf(traffic: ImportedTraffic, file: string | undefined, imported: Imported) {
  if (traffic.kind === 'rate') return undefined;
  const { readings, vcpu } = traffic;
  const reading = readings[0]!;
  const { kind, interval_seconds, dated } = reading;
  const base = {
    file,
    time: 'time',
    ...(dated ? {} : { time_format: 'offset' }),
    ...boundsOf(traffic, imported),
  };
  if (kind === 'arrivals') return { ...base, kind };
  return {
    ...base,
    ...(readings.length > 1 ? { values: readings.map(({ name }) => name) } : { value: 'value' }),
    kind,
    counter: kind === 'counts' ? false : undefined,
    interval: formatDuration(interval_seconds),
    ...(kind === 'level' ? { scale: 1, vcpu: vcpu ?? USUAL_VCPU } : { per: 'interval' }),
    // Gaps are among the findings.
    gaps: 'zero',
  };
}

/** Bounds, if the recording covers more than its first and last row. */
function boundsOf({ readings }: RecordedTraffic, { start_epoch_seconds: start, duration_seconds }: Imported) {
  if (start === undefined) return {};
  const { kind, times, interval_seconds } = readings[0]!;
  const end = start + duration_seconds;
  const covers_rows = times[0] === start && times[times.length - 1]! + interval_seconds >= end;
  return kind !== 'arrivals' && covers_rows ? {} : { from: startText(start), to: startText(end) };
}

function loadOf(load: ImportedLoad, { imported, recordings }: ImportedScenario) {
  const { traffic, pages } = load;
  const tenants = tenantsOf(imported);
  const trace = traceOf(traffic, recordings.get(load.name), imported);
  return {
    name: load.name,
    ...(load.description === undefined
      ? {}
      : { description: load.description.replaceAll(/\s+/g, ' ').trim().slice(0, 1000) }),
    compute: tenants === undefined ? 'primary' : fleetName(tenants),
    ...(traffic.kind === 'rate'
      ? { rate: formatRate(traffic.per_second) }
      : { process: 'trace', rate: { trace } }),
    query: {
      cpu: cpuText(load.cpu),
      ...(pages === undefined || pages === 0
        ? {}
        : { pages: Number(pages.toPrecision(4)), working_set: sizeText(load.working_set_bytes) }),
    },
    connection: {
      kind: 'pool',
      size: Math.max(1, Math.min(imported.pool_size ?? USUAL_POOL, 10_000)),
      ...(imported.pooler ? { via: 'pooler' } : {}),
    },
    retry: { attempts: 5, connect_timeout: '10s' },
  };
}

function cpuText(cpu: ImportedDemand | undefined) {
  if (cpu === undefined) return USUAL_CPU;
  const mean = `${Number((cpu.mean_seconds * 1e6).toPrecision(6))}us`;
  return cpu.cv === undefined || cpu.cv < 0.01
    ? mean
    : { lognormal: { mean, cv: Number(cpu.cv.toPrecision(4)) } };
}

/** Size of the data that pages are read from; 1 GiB if unknown. */
function sizeText(bytes: number | undefined): string {
  return bytes === undefined ? '1GiB' : `${Math.max(1, Math.round(bytes / 1024))}KiB`;
}

function annotate(
  document: Document,
  index: number,
  load: ImportedLoad,
  { imported }: ImportedScenario,
): void {
  const path = ['load', index];
  if (load.cpu === undefined) note(document, [...path, 'query', 'cpu'], 'a guess: CPU time of one query');
  else note(document, [...path, 'query', 'cpu'], 'inferred: see above');
  if (load.pages !== undefined && load.working_set_bytes === undefined) {
    note(document, [...path, 'query', 'working_set'], 'a guess: the data that is touched');
  }
  const { traffic } = load;
  if (traffic.kind === 'recorded' && traffic.readings[0]!.kind === 'level' && traffic.vcpu === undefined) {
    const text = 'a guess: vCPUs of the machine that was recorded (--vcpu)';
    note(document, [...path, 'rate', 'trace', 'vcpu'], text);
  }
  if (traffic.kind === 'recorded' && traffic.readings.length > 1) {
    note(document, [...path, 'rate', 'trace', 'values']);
    note(document, ['computes', 'mix'], 'the recordings distinguish the tenants');
  }
  const pool =
    imported.pool_size === undefined
      ? "a guess: the application's pool"
      : 'the largest number of connections at once';
  note(document, [...path, 'connection'], pool);
  note(document, [...path, 'retry'], 'a guess: what the application does after an error');
}

/** A moment as a scenario begins, to the second before it: `2026-01-05T00:00:00Z`. */
function startText(epoch_seconds: number): string {
  return `${new Date(Math.floor(epoch_seconds) * 1000).toISOString().slice(0, 19)}Z`;
}
