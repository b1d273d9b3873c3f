import type { z } from 'zod';
import { elapsedText } from '../trace/read/cells/time-text.js';
import { TraceError } from '../trace/trace-error.js';
import { epochSeconds, jsonOf } from './file-text.js';
import { found, type Imported, type ImportOptions, webImport } from './imported.js';
import { CONSUMPTION, shaped } from './json-shape.js';

type Consumer = NonNullable<z.output<typeof CONSUMPTION>['projects']>[number];

/** CPU that the autoscaler aims to keep busy, as the share of a size (domain of `model.target_utilization`). */
const TARGET_LOAD = 0.9;

/**
 * The consumption history of a project or branch (`/consumption_history/v2/projects`, `/v2/branches`, or the legacy
 * `/consumption_history/projects`). It tells what was billed, not what was asked for: the load is inferred from the size
 * that was held, and is an upper limit of it. The answer's CU-hours are what a run should come to.
 */
export async function importConsumption(files: readonly string[], options: ImportOptions): Promise<Imported> {
  const frames = new Map<number, { seconds: number; width: number; active: number | undefined }>();
  const seen = new Set<string>();
  for (const file of files) {
    const history = shaped(file, await jsonOf(file), CONSUMPTION);
    for (const { id, frame } of framesOf(history, file, options.value)) {
      const start = epochSeconds(frame.timeframe_start, file);
      const width = epochSeconds(frame.timeframe_end, file) - start;
      const v2 = frame.metrics?.find(({ metric_name }) => metric_name === 'compute_unit_seconds')?.value;
      const seconds = v2 ?? frame.compute_time_seconds;
      if (seconds === undefined) {
        throw new TraceError(
          file,
          'a timeframe has neither compute_unit_seconds nor compute_time_seconds; ask for that metric',
        );
      }
      if (!(width > 0) || !(seconds >= 0))
        throw new TraceError(file, `the timeframe from ${frame.timeframe_start} makes no sense`);
      const name = `${id} ${start}`;
      if (seen.has(name))
        throw new TraceError(file, `the timeframe of ${frame.timeframe_start} is there twice`);
      seen.add(name);
      const before = frames.get(start);
      // The branches of a project are added.
      const active = Math.max(before?.active ?? 0, frame.active_time_seconds ?? 0);
      frames.set(start, { seconds: seconds + (before?.seconds ?? 0), width, active });
    }
  }
  const ordered = [...frames].toSorted(([a], [b]) => a - b);
  if (ordered.length === 0)
    throw new TraceError(files[0]!, 'the history has no timeframes; widen from and to');
  const width_seconds = oneWidth(
    ordered.map(([, { width }]) => width),
    files[0]!,
  );
  if (width_seconds > 2 * 86_400) {
    throw new TraceError(
      files[0]!,
      'monthly timeframes do not tell when the load came; ask for granularity=hourly or daily',
    );
  }
  const total = ordered.reduce((sum, [, { seconds }]) => sum + seconds, 0);
  const active = ordered.reduce((sum, [, frame]) => sum + (frame.active ?? 0), 0);
  const times = Float64Array.from(ordered, ([start]) => start);
  const values = Float64Array.from(
    ordered,
    ([, { seconds, width }]) => (100 * TARGET_LOAD * seconds) / width,
  );
  const findings = [
    found(
      'measured',
      `${(total / 3600).toFixed(2)} CU-hours were billed`,
      'the sum of the timeframes; a run of this scenario should come near it',
    ),
    found(
      'inferred',
      'busy CPU of each interval',
      `${100 * TARGET_LOAD} % of the mean size that was held, which the autoscaler aims at: an upper limit, since a minimum size is billed when nothing is asked for`,
    ),
  ];
  if (active > 0) {
    findings.push(found('measured', `active for ${(active / 3600).toFixed(1)} h`, 'active_time_seconds'));
  }
  const within =
    width_seconds >= 3600
      ? ['within a timeframe the load is spread evenly, so that a compute that slept between will not sleep']
      : [];
  return webImport({ kind: 'level', times, values, width_seconds, vcpu: 1 }, findings, { warnings: within });
}

/** A day beside hours would be played as one of them. */
function oneWidth(widths: readonly number[], file: string): number {
  const [first] = widths;
  const other = widths.find((width) => width !== first);
  if (other === undefined) return first!;
  throw new TraceError(
    file,
    `timeframes are of ${elapsedText(first!)} and of ${elapsedText(other)}; ask for one granularity, from and to at whole hours or days`,
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
