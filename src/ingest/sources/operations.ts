import { sumOf } from '../../kernel/sums.js';
import { elapsedText } from '../../workload/trace/reading/moment-text.js';
import { namingFile, Refusal } from '../../workload/trace/reading/question.js';
import { readingOf } from '../../workload/trace/reading/reading.js';
import { awakeRecord, type Stretch } from '../awake/awake-spans.js';
import { suspendTimeoutOf } from '../awake/explain-awake.js';
import { platformRecords } from '../awake/platform-records.js';
import { MIN_WAKES } from '../awake/wake-periods.js';
import type { ImportOptions } from '../recording/import-options.js';
import { found, type Imported, webImport } from '../recording/imported.js';
import type { Source } from '../recording/source.js';

/** Operations of a project: each start is a query, and further ones keep the compute awake until it is suspended. */
export const operations: Source = {
  name: 'operations',
  form: 'a list of operations',
  recognise: ({ json, text }) =>
    json !== undefined && /"action"\s*:\s*"\w+"/.test(text) && /"(?:endpoint_id|project_id)"\s*:/.test(text),
  files: operationsImport,
};

async function operationsImport(files: readonly string[], { value }: ImportOptions): Promise<Imported> {
  const { computes, joins, notes } = await platformRecords(files);
  return namingFile(files[0]!, 'option', () => {
    const chosen = computes.filter(
      ({ compute, project }) => value === undefined || value === compute || value === project,
    );
    const names = computes.map(({ compute, project }) => compute || project).join(', ');
    if (chosen.length > 1) throw new Refusal(`the operations are of ${names}; choose one with --value`);
    const [own] = chosen;
    if (own === undefined) {
      throw new Refusal(
        value === undefined
          ? 'the files have consumption alone; expected pages of GET /projects/{project_id}/operations'
          : `no compute or project is called "${value}"; the operations are of ${names}`,
      );
    }
    const { spans, unknown, window } = awakeRecord(own, joins.get(own.project) ?? []);
    const timeout = suspendTimeoutOf(spans);
    if (timeout === undefined)
      throw new Refusal(`${spans.length} wakes are too few for a scenario; expected ${MIN_WAKES} at least`);
    const times = spans.flatMap((span) => activityIn(span, timeout));
    const how = { rows: spans.length };
    const reading = readingOf({ kind: 'arrivals', times: Float64Array.from(times), how });
    const awake = sumOf(spans, ({ start, end }) => end - start);
    const findings = [
      found('counted', `${spans.length} wakes`, 'start_compute'),
      found('counted', `awake for ${elapsedText(awake)}`, 'from start_compute to suspend_compute'),
      found('inferred', `a suspend timeout of ${elapsedText(timeout)}`, 'the length of short wakes'),
      found(
        'guessed',
        'one query per wake, and one per half timeout in longer ones',
        'operations show no queries',
      ),
    ];
    return webImport({ kind: 'recorded', readings: [reading] }, findings, {
      start_epoch_seconds: Math.floor(window.start),
      duration_seconds: Math.ceil(window.end) - Math.floor(window.start),
      suspend_timeout_seconds: timeout,
      warnings: [
        ...notes,
        ...unknown.map(({ start, end }) => `no operations for ${elapsedText(end - start)}: taken as asleep`),
      ],
    });
  });
}

/** The queries of a wake: the first, and those that put off its suspension. */
function activityIn({ start, end }: Stretch, timeout: number): readonly number[] {
  const last = end - timeout;
  const count = Math.ceil(Math.max(0, last - start - 1) / (timeout / 2));
  return Array.from({ length: count + 1 }, (_, index) =>
    index === 0 ? start : start + (index * (last - start)) / count,
  );
}
