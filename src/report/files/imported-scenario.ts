import { Document } from 'yaml';
import { formatDuration, formatRate } from '../../scenario/form/quantity.js';
import type { Imported, ImportedDemand, ImportedLoad } from '../../workload/import/imported.js';
import { startText } from '../text/iso-time.js';
import { note } from '../text/yaml-note.js';

/** CPU time of a query where an import does not tell. */
const USUAL_CPU = '5ms';
const USUAL_POOL = 10;

/** What the scenario of an import says beside the import itself. */
export interface ImportedScenario {
  readonly name: string;
  readonly source: string;
  readonly imported: Imported;
  /** File names of the recordings, by the name of the load. */
  readonly recordings: ReadonlyMap<string, string>;
}

/**
 * The scenario of an import as YAML: what was found out and how surely at the top, guesses marked where they
 * stand.
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
    plan: 'launch',
    computes: [
      {
        name: 'primary',
        type: 'read_write',
        autoscaling_limit_min_cu: 0.25,
        autoscaling_limit_max_cu: 4,
        suspend_timeout_seconds: 300,
      },
    ],
    load: loads,
  });
  document.commentBefore = heading(scenario);
  note(document, ['plan'], 'a guess');
  note(document, ['computes', 0, 'autoscaling_limit_max_cu'], 'a guess; neap plan finds the best');
  for (const [index, load] of imported.loads.entries()) annotate(document, index, load, scenario);
  return document.toString({ lineWidth: 0 });
}

function heading({ source, imported }: ImportedScenario): string {
  const lines = [
    `Imported from ${source}. What was found, and how surely (counted, measured, inferred, guessed):`,
    ...imported.findings.map(({ what, certainty, how }) => `- ${certainty}: ${what} (${how})`),
    ...imported.warnings.map((warning) => `- note: ${warning}`),
  ];
  return lines.map((text) => ` ${text.replaceAll(/\s+/g, ' ')}`).join('\n');
}

function loadOf(load: ImportedLoad, { imported, recordings }: ImportedScenario) {
  const { traffic, pages } = load;
  const file = recordings.get(load.name);
  const trace =
    traffic.kind === 'arrivals'
      ? { file, time: 'time', kind: 'arrivals', ...firstArrival(traffic.times[0]!) }
      : traffic.kind === 'rate'
        ? undefined
        : {
            file,
            time: 'time',
            value: 'value',
            kind: traffic.kind,
            counter: false,
            interval: formatDuration(traffic.width_seconds),
            ...(traffic.kind === 'level' ? { vcpu: traffic.vcpu } : { per: 'interval' }),
          };
  return {
    name: load.name,
    ...(load.description === undefined
      ? {}
      : { description: load.description.replaceAll(/\s+/g, ' ').trim().slice(0, 1000) }),
    compute: 'primary',
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

/** A run starts on a whole second, its first arrival somewhere in it. */
function firstArrival(epoch_seconds: number) {
  const micros = Math.round((epoch_seconds - Math.floor(epoch_seconds)) * 1e6);
  return micros === 0 ? {} : { shift: `${micros}us` };
}

function cpuText(cpu: ImportedDemand | undefined) {
  if (cpu === undefined) return USUAL_CPU;
  const mean = `${Number((cpu.mean_seconds * 1e6).toPrecision(6))}us`;
  return cpu.cv === undefined || cpu.cv < 0.01
    ? mean
    : { lognormal: { mean, cv: Number(cpu.cv.toPrecision(4)) } };
}

/** Data that pages are read from; 1 GiB where nobody knows. */
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
  if (load.traffic.kind === 'level' && imported.vcpu === undefined && load.traffic.vcpu !== 1) {
    note(
      document,
      [...path, 'rate', 'trace', 'vcpu'],
      'a guess: vCPUs of the machine that was recorded (--vcpu)',
    );
  }
  const pool =
    imported.pool_size === undefined
      ? "a guess: the application's pool"
      : 'by the connections that were seen';
  note(document, [...path, 'connection'], pool);
  note(document, [...path, 'retry'], 'a guess: what the application does after an error');
}
