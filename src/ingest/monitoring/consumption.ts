import type { z } from 'zod';
import { sumOf } from '../../kernel/sums.js';
import { elapsedText } from '../../workload/trace/reading/moment-text.js';
import { TraceError } from '../../workload/trace/reading/trace-error.js';
import { epochSeconds, jsonOf } from '../recording/file-text.js';
import type { ImportOptions } from '../recording/import-options.js';
import { found, type Imported, webImport } from '../recording/imported.js';
import { CONSUMPTION, shaped } from '../recording/json-shape.js';
import { seriesTraffic } from '../recording/series-reading.js';
import type { Source } from '../recording/source.js';
import { type BilledFrame, SMALLEST_CU, SUSPEND_SECONDS, sleepingLoad } from './sleeping-load.js';

type Consumer = NonNullable<z.output<typeof CONSUMPTION>['projects']>[number];

export const consumption: Source = {
  name: 'consumption',
  form: 'a consumption history',
  recognise: ({ json, text }) =>
    json !== undefined && /"timeframe_start"\s*:/.test(text) && /"(?:projects|branches)"\s*:/.test(text),
  files: consumptionImport,
};

/**
 * The consumption history of a project or branch (`/consumption_history/v2/projects`, `/v2/branches`, or the legacy
 * `/consumption_history/projects`). It shows what was billed, not the queries: the load keeps a compute awake, and at a size,
 * for as long as each timeframe was billed.
 */
async function consumptionImport(files: readonly string[], options: ImportOptions): Promise<Imported> {
  const frames = await billedFrames(files, options);
  const total = sumOf(frames, ({ cu_seconds }) => cu_seconds);
  const active = sumOf(frames, ({ active_seconds }) => active_seconds ?? 0);
  const { times, values, width_seconds, largest_cu, awake_seconds } = sleepingLoad(frames);
  const findings = [
    found('measured', `${(total / 3600).toPrecision(4)} CU-hours were billed`, 'the sum of the timeframes'),
    active > 0
      ? found('measured', `awake for ${elapsedText(active)}`, 'active_time_seconds')
      : found(
          'inferred',
          `awake for ${elapsedText(awake_seconds)}`,
          `what was billed ÷ ${SMALLEST_CU} CU, the smallest size`,
        ),
    found('guessed', 'when it was awake', 'one stretch from the beginning of each timeframe'),
    found('inferred', 'busy CPU while awake', 'as much as holds the mean size that was billed'),
  ];
  const wake_seconds = SMALLEST_CU * SUSPEND_SECONDS;
  const short = frames.filter(({ cu_seconds }) => cu_seconds > 0 && cu_seconds < wake_seconds).length;
  const warnings =
    short === 0
      ? []
      : [
          `${short === 1 ? '1 timeframe was' : `${short} timeframes were`} billed less than one wake of ${SUSPEND_SECONDS} s costs (${wake_seconds} CU-seconds); a run is billed more there`,
        ];
  const last = frames[frames.length - 1]!;
  const facts = { vcpu: 1, is_complete: true, to: last.start + last.seconds };
  return webImport(seriesTraffic('level', { times, values, width_seconds }, facts), findings, {
    start_epoch_seconds: frames[0]!.start,
    duration_seconds: facts.to - frames[0]!.start,
    largest_cu,
    vcpu: 1,
    warnings,
  });
}

async function billedFrames(
  files: readonly string[],
  options: ImportOptions,
): Promise<readonly BilledFrame[]> {
  const frames = new Map<number, BilledFrame>();
  const seen = new Set<string>();
  for (const file of files) {
    const history = shaped(file, await jsonOf(file), CONSUMPTION);
    for (const { id, frame } of framesOf(history, file, options.value)) {
      const start = epochSeconds(frame.timeframe_start, file);
      const seconds = epochSeconds(frame.timeframe_end, file) - start;
      const v2 = frame.metrics?.find(({ metric_name }) => metric_name === 'compute_unit_seconds')?.value;
      const cu_seconds = v2 ?? frame.compute_time_seconds;
      if (cu_seconds === undefined) {
        throw new TraceError(
          file,
          'a timeframe has neither compute_unit_seconds nor compute_time_seconds; ask for that metric',
        );
      }
      if (!(seconds > 0) || !(cu_seconds >= 0))
        throw new TraceError(file, `the timeframe from ${frame.timeframe_start} is not valid`);
      const name = `${id} ${start}`;
      if (seen.has(name))
        throw new TraceError(file, `the timeframe of ${frame.timeframe_start} is there twice`);
      seen.add(name);
      const before = frames.get(start);
      // The branches of a project are added.
      const active = Math.max(before?.active_seconds ?? 0, frame.active_time_seconds ?? 0);
      frames.set(start, {
        start,
        seconds,
        cu_seconds: cu_seconds + (before?.cu_seconds ?? 0),
        active_seconds: active > 0 ? active : undefined,
      });
    }
  }
  const ordered = [...frames.values()].toSorted((a, b) => a.start - b.start);
  if (ordered.length === 0)
    throw new TraceError(files[0]!, 'the history has no timeframes; widen from and to');
  const width_seconds = oneWidth(
    ordered.map(({ seconds }) => seconds),
    files[0]!,
  );
  if (width_seconds > 2 * 86_400) {
    throw new TraceError(
      files[0]!,
      'monthly timeframes do not show when the load came; ask for granularity=hourly or daily',
    );
  }
  return ordered;
}

/** A day among hours would be played as one of them. */
function oneWidth(widths: readonly number[], file: string): number {
  const [first] = widths;
  const other = widths.find((width) => width !== first);
  if (other === undefined) return first!;
  throw new TraceError(
    file,
    `timeframes have ${elapsedText(first!)} and ${elapsedText(other)}; ask for one granularity, from and to at whole hours or days`,
  );
}

interface OwnFrame {
  readonly id: string;
  readonly frame: NonNullable<NonNullable<Consumer['periods']>[number]['consumption']>[number];
}

function framesOf(
  { projects, branches }: z.output<typeof CONSUMPTION>,
  file: string,
  wanted: string | undefined,
): readonly OwnFrame[] {
  const all = projects ?? branches;
  if (all === undefined)
    throw new TraceError(file, 'expected projects or branches, as the consumption history has them');
  const id = (of: Consumer) => of.branch_id ?? of.project_id ?? '';
  const ids = [...new Set(all.map(id))];
  if (wanted === undefined && ids.length > 1) {
    throw new TraceError(
      file,
      `the history has several: ${ids.slice(0, 10).join(', ')}; choose one with --value`,
    );
  }
  const chosen = all.filter((of) => wanted === undefined || id(of) === wanted || of.project_id === wanted);
  if (chosen.length === 0)
    throw new TraceError(file, `there is no ${wanted ?? 'project'}; the history has ${ids.join(', ')}`);
  return chosen.flatMap((of) =>
    (of.periods ?? []).flatMap(({ consumption = [] }) => consumption.map((frame) => ({ id: id(of), frame }))),
  );
}
