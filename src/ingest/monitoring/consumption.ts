import { sumOf } from '../../kernel/sums.js';
import { DAY_SECONDS } from '../../kernel/units.js';
import { elapsedText } from '../../workload/trace/reading/moment-text.js';
import { namingFile, Refusal } from '../../workload/trace/reading/question.js';
import { readingOf } from '../../workload/trace/reading/reading.js';
import { wholeText } from '../recording/file-text.js';
import type { ImportOptions } from '../recording/import-options.js';
import { found, type Imported, webImport } from '../recording/imported.js';
import { jsonDocuments } from '../recording/json.js';
import type { Source } from '../recording/source.js';
import { BilledHistories, refuseOtherWidths } from './billed-history.js';
import { type BilledFrame, SMALLEST_CU, SUSPEND_SECONDS, sleepingLoad } from './sleeping-load.js';

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
  const { times, values, interval_seconds, largest_cu, awake_seconds } = sleepingLoad(frames);
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
  const to = last.start + last.seconds;
  const how = { rows: frames.length };
  const reading = readingOf({ kind: 'level', times, values, interval_seconds, to, how });
  return webImport({ kind: 'recorded', readings: [reading], vcpu: 1, is_complete: true }, findings, {
    start_epoch_seconds: frames[0]!.start,
    duration_seconds: to - frames[0]!.start,
    largest_cu,
    vcpu: 1,
    warnings,
  });
}

/** The timeframes of the only project or branch of the answers, or of the chosen one, whose branches are added. */
async function billedFrames(
  files: readonly string[],
  { value }: Pick<ImportOptions, 'value'>,
): Promise<readonly BilledFrame[]> {
  const histories = new BilledHistories();
  for (const file of files) {
    const text = await wholeText(file);
    await namingFile(file, 'option', () => {
      if (!jsonDocuments(text).every((answer) => histories.take(answer)))
        throw new Refusal('expected projects or branches, as the consumption history has them');
    });
  }
  const chosen = histories.select(value);
  if (chosen.length === 0) throw new Refusal('the history has no timeframes; widen from and to');
  if (value === undefined && chosen.length > 1) {
    const ids = chosen.slice(0, 10).map(({ branch, project }) => branch || project);
    throw new Refusal(`the history has several: ${ids.join(', ')}; choose one with --value`);
  }
  const frames = new Map<number, BilledFrame>();
  for (const frame of chosen.flatMap((history) => history.frames)) {
    const before = frames.get(frame.start);
    const active = Math.max(before?.active_seconds ?? 0, frame.active_seconds ?? 0);
    frames.set(frame.start, {
      ...frame,
      cu_seconds: frame.cu_seconds + (before?.cu_seconds ?? 0),
      active_seconds: active > 0 ? active : undefined,
    });
  }
  const ordered = [...frames.values()].toSorted((a, b) => a.start - b.start);
  refuseOtherWidths(chosen[0]!.project, ordered);
  if (ordered[0]!.seconds > 2 * DAY_SECONDS)
    throw new Refusal(
      'monthly timeframes do not show when the load came; ask for granularity=hourly or daily',
    );
  return ordered;
}
