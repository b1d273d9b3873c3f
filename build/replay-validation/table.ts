import { markdownTable } from '../../src/report/text/text-table.js';
import { type MeasuredDay, measurement } from './measured.js';
import { replayedFigures, TOLERANCE } from './replayed.js';

const NAMES = {
  mean_ms: 'latency, mean (ms)',
  p95_ms: 'latency, p95 (ms)',
  cu_hours: 'CU-hours',
} as const;

/** The generated part of docs/validation.md: the days, and the judging days compared with their replay. */
export async function replayTable(): Promise<string> {
  const { days, machine, server_version, other_load, missed } = measurement();
  const figures = await replayedFigures();
  return [
    `Measured on ${days[0]!.date.slice(0, 10)} from ${days[0]!.date.slice(11)} UTC, PostgreSQL ${server_version}, ${machine}, other load ${other_load.toFixed(1)}.`,
    markdownTable({
      head: [
        'day',
        'shape',
        'began',
        'queries',
        'CPU asked',
        'CPU taken',
        'utilisation',
        'mean',
        'p95',
        'CU-hours',
      ],
      rows: days.map((day) => [
        day.left_out === undefined ? day.role : 'left out',
        day.shape,
        day.date.slice(11),
        String(day.queries),
        `${day.cpu_asked_ms_per_query.toFixed(2)} ms`,
        `${day.cpu_ms_per_query.toFixed(2)} ms`,
        day.utilisation.toFixed(2),
        `${digits(day.mean_ms)} ms`,
        `${digits(day.p95_ms)} ms`,
        digits(day.cu_hours),
      ]),
      left: 2,
    }),
    ...days.flatMap(({ shape, date, left_out }) =>
      left_out === undefined ? [] : [`Left out, ${shape} of ${date.slice(11)}: ${left_out}.`],
    ),
    markdownTable({
      head: ['all that judge', 'real', 'replayed', 'error'],
      rows: figures.map(({ figure, real, half_width, replayed, error }) => [
        NAMES[figure],
        `${digits(real)}${half_width === null ? '' : ` ± ${digits(half_width)}`}`,
        digits(replayed),
        {
          markdown: Math.abs(error) <= TOLERANCE ? signed(error) : `**${signed(error)}**`,
        },
      ]),
      left: 1,
    }),
    `On the days that judge the same work took ${percent(workTime(days))} CPU time than on those that were fitted.`,
    ...figures.flatMap(({ figure }) =>
      missed[figure] === undefined ? [] : [`Outside of what is asked, ${NAMES[figure]}: ${missed[figure]}.`],
    ),
  ].join('\n\n');
}

/** Ratio of the CPU time of the same work on the judging days to that on the fitted days. */
function workTime(days: readonly MeasuredDay[]): number {
  const of = (role: MeasuredDay['role']): number => {
    let [taken, asked] = [0, 0];
    for (const day of days) {
      if (day.role !== role || day.left_out !== undefined) continue;
      taken += day.queries * day.cpu_ms_per_query;
      asked += day.queries * day.cpu_asked_ms_per_query;
    }
    return taken / asked;
  };
  return of('judged') / of('fitted');
}

function percent(factor: number): string {
  return `${(100 * Math.abs(factor - 1)).toFixed(1)} % ${factor < 1 ? 'less' : 'more'}`;
}

function digits(value: number): string {
  return String(Number(value.toPrecision(3)));
}

function signed(share: number): string {
  return `${share < 0 ? '-' : '+'}${(100 * Math.abs(share)).toFixed(1)} %`;
}
