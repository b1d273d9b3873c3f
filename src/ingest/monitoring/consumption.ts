import { sumOf } from '../../kernel/sums.js';
import { DAY_SECONDS } from '../../kernel/units.js';
import { isoSeconds } from '../../workload/trace/cells/moments.js';
import { elapsedText } from '../../workload/trace/reading/moment-text.js';
import { namingFile, Refusal } from '../../workload/trace/reading/question.js';
import { readingOf } from '../../workload/trace/reading/reading.js';
import { wholeText } from '../recording/file-text.js';
import type { ImportOptions } from '../recording/import-options.js';
import { found, type Imported, webImport } from '../recording/imported.js';
import { type Fields, jsonDocuments, listAt } from '../recording/json.js';
import type { Source } from '../recording/source.js';
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

async function billedFrames(
  files: readonly string[],
  options: ImportOptions,
): Promise<readonly BilledFrame[]> {
  const frames = new Map<number, BilledFrame>();
  const seen = new Set<string>();
  for (const file of files) {
    const text = await wholeText(file);
    await namingFile(file, 'option', () => {
      for (const { name, ...frame } of framesOf(text, options.value)) {
        if (seen.has(name))
          throw new Refusal(`the timeframe of ${new Date(1000 * frame.start).toISOString()} is there twice`);
        seen.add(name);
        const before = frames.get(frame.start);
        // The branches of a project are added.
        const active = Math.max(before?.active_seconds ?? 0, frame.active_seconds ?? 0);
        frames.set(frame.start, {
          ...frame,
          cu_seconds: frame.cu_seconds + (before?.cu_seconds ?? 0),
          active_seconds: active > 0 ? active : undefined,
        });
      }
    });
  }
  const ordered = [...frames.values()].toSorted((a, b) => a.start - b.start);
  if (ordered.length === 0) throw new Refusal('the history has no timeframes; widen from and to');
  const [{ seconds: width }] = ordered as [BilledFrame];
  // A day among hours would be played as one of them.
  const other = ordered.find(({ seconds }) => seconds !== width);
  if (other !== undefined)
    throw new Refusal(
      `timeframes have ${elapsedText(width)} and ${elapsedText(other.seconds)}; ask for one granularity, from and to at whole hours or days`,
    );
  if (width > 2 * DAY_SECONDS)
    throw new Refusal(
      'monthly timeframes do not show when the load came; ask for granularity=hourly or daily',
    );
  return ordered;
}

type NamedFrame = BilledFrame & { readonly name: string };

/** The timeframes of the only project or branch of an answer, or of the chosen one. */
function framesOf(text: string, wanted: string | undefined): readonly NamedFrame[] {
  const answers = jsonDocuments(text);
  if (answers.some(({ projects, branches }) => projects === undefined && branches === undefined))
    throw new Refusal('expected projects or branches, as the consumption history has them');
  const all = answers.flatMap((answer) =>
    listAt(answer, answer['projects'] === undefined ? 'branches' : 'projects'),
  );
  const id = (of: Fields) => String(of['branch_id'] ?? of['project_id'] ?? '');
  const ids = [...new Set(all.map(id))];
  if (wanted === undefined && ids.length > 1)
    throw new Refusal(`the history has several: ${ids.slice(0, 10).join(', ')}; choose one with --value`);
  const chosen = all.filter((of) => wanted === undefined || id(of) === wanted || of['project_id'] === wanted);
  if (chosen.length === 0)
    throw new Refusal(`there is no ${wanted ?? 'project'}; the history has ${ids.join(', ')}`);
  return chosen.flatMap((of) =>
    listAt(of, 'periods')
      .flatMap((period) => listAt(period, 'consumption'))
      .map((frame) => frameOf(frame, id(of))),
  );
}

/** A timeframe of a consumption history. @param id its project or branch @throws Refusal for an invalid one */
export function frameOf(frame: Fields, id: string): NamedFrame {
  const { timeframe_start: from, timeframe_end: to, compute_time_seconds, active_time_seconds } = frame;
  const [start, end] = [isoSeconds(String(from)), isoSeconds(String(to))];
  if (start === undefined || end === undefined)
    throw new Refusal(`"${String(start === undefined ? from : to)}" is not a time`);
  const v2 = listAt(frame, 'metrics').find(({ metric_name }) => metric_name === 'compute_unit_seconds');
  const cu_seconds = v2?.['value'] ?? compute_time_seconds;
  if (cu_seconds === undefined)
    throw new Refusal(
      'a timeframe has neither compute_unit_seconds nor compute_time_seconds; ask for that metric',
    );
  for (const amount of [cu_seconds, active_time_seconds ?? 0])
    if (typeof amount !== 'number')
      throw new Refusal(`${JSON.stringify(amount)} is an amount of time; expected number`);
  if (!(end > start) || !((cu_seconds as number) >= 0))
    throw new Refusal(`the timeframe from ${String(from)} is not valid`);
  return {
    name: `${id} ${start}`,
    start,
    seconds: end - start,
    cu_seconds: cu_seconds as number,
    active_seconds: active_time_seconds as number | undefined,
  };
}
