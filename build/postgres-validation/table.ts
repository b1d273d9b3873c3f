import { inMarkdown, markdownTable } from '../../src/report/text/text-table.js';
import { COUNTS_ROWS } from './counts.js';
import { COMPARED, type Measurements, measurements } from './measured.js';
import { reasonOf } from './reasons.js';
import { LATENCY_ROWS } from './rows.js';
import { simulateCounts } from './simulate-counts.js';
import { simulateLatency } from './simulate-latency.js';

/** Tolerated difference of the simulator from a real server, as a share of the real figure. */
const TOLERANCE: Readonly<Record<string, number>> = { mean: 0.1, p50: 0.1, p95: 0.15, p99: 0.25 };
/** Tolerance for times until clients are back. */
const RECOVERY_TOLERANCE = 0.2;

/** One figure of a row: real, simulated, and whether the difference is within its tolerance. */
export interface ComparedFigure {
  readonly row: string;
  readonly figure: string;
  readonly real: number;
  readonly half_width: number | null;
  readonly simulated: number;
  readonly met: boolean;
}

/** Every measured latency, compared with the simulator's. */
export async function comparedLatencies({ latency }: Measurements): Promise<readonly ComparedFigure[]> {
  const all: ComparedFigure[] = [];
  for (const row of LATENCY_ROWS) {
    const measured = latency.find(({ name }) => name === row.name);
    if (measured === undefined) continue;
    const simulated = await simulateLatency(row, measured);
    for (const part of COMPARED) {
      const { value: real, half_width } = measured.latency_ms[part];
      const met = Math.abs(simulated[part] / real - 1) <= TOLERANCE[part]!;
      all.push({ row: row.name, figure: part, real, half_width, simulated: simulated[part], met });
    }
  }
  return all;
}

/** Every measured count and recovery, compared with the simulator's. */
export async function comparedCounts({ counts }: Measurements): Promise<readonly ComparedFigure[]> {
  const all: ComparedFigure[] = [];
  for (const row of COUNTS_ROWS) {
    const measured = counts.find(({ name }) => name === row.name);
    if (measured === undefined) continue;
    const simulated = await simulateCounts(row, measured);
    for (const [figure, { value: real, half_width }] of Object.entries(measured.figures)) {
      const off = Math.abs(simulated[figure]! - real);
      const met = off <= (half_width ?? RECOVERY_TOLERANCE * real);
      all.push({ row: row.name, figure, real, half_width, simulated: simulated[figure]!, met });
    }
  }
  return all;
}

/** The generated part of docs/validation.md: measured rows, the simulated values, and the reasons for misses. */
export async function postgresTable(): Promise<string> {
  const all = measurements();
  const [latencies, counts] = [await comparedLatencies(all), await comparedCounts(all)];
  const missed = [...new Set([...latencies, ...counts].filter(({ met }) => !met).map(({ row }) => row))];
  return [
    markdownTable({
      head: ['row', 'measured', 'queries', 'CPU each', 'utilisation', ...COMPARED, 'other load'],
      rows: latencyRows(all, latencies),
      left: 2,
    }),
    markdownTable({
      head: ['row', 'measured', 'figure', 'real', 'simulated', 'difference', 'other load'],
      rows: countRows(all, counts),
      left: 3,
    }),
    ...(missed.length === 0
      ? []
      : [
          `Outside of what is asked:\n\n${missed.map((row) => `- ${inMarkdown(row)}: ${reasonOf(row, all)}`).join('\n')}`,
        ]),
  ].join('\n\n');
}

/** Real ± half-width → simulated (difference), for each figure. */
function latencyRows({ latency }: Measurements, compared: readonly ComparedFigure[]) {
  return latency
    .toSorted((a, b) => placeOf(a.name) - placeOf(b.name))
    .map(({ name, date, queries, cpu_ms, sender_cpu_ms, utilisation, other_load }) => [
      name,
      date,
      String(queries),
      `${cpu_ms.toFixed(2)}${sender_cpu_ms === undefined ? '' : ` + ${sender_cpu_ms.toFixed(2)}`} ms`,
      utilisation.toFixed(2),
      ...compared.filter(({ row }) => row === name).map(cellOf),
      other_load.toFixed(1),
    ]);
}

function placeOf(name: string): number {
  return LATENCY_ROWS.findIndex((row) => row.name === name);
}

function cellOf({ real, half_width, simulated, met }: ComparedFigure) {
  const spread = half_width === null ? '' : ` ± ${digits(half_width)}`;
  const text = `${digits(real)}${spread} → ${digits(simulated)} (${signed(simulated / real - 1)})`;
  return { markdown: met ? text : `**${text}**` };
}

function countRows({ counts }: Measurements, compared: readonly ComparedFigure[]) {
  return compared.map((each, index) => {
    // Common cells of a row with several figures are printed once.
    const isFirst = compared[index - 1]?.row !== each.row;
    const { date, other_load } = counts.find(({ name }) => name === each.row)!;
    const spread = each.half_width === null ? '' : ` ± ${digits(each.half_width)}`;
    const difference = each.real === 0 ? '' : signed(each.simulated / each.real - 1);
    const text = each.met ? difference : `**${difference || 'missed'}**`;
    return [
      isFirst ? each.row : '',
      isFirst ? date : '',
      each.figure,
      `${digits(each.real)}${spread}`,
      digits(each.simulated),
      { markdown: text },
      isFirst ? (other_load?.toFixed(1) ?? '') : '',
    ];
  });
}

function digits(value: number): string {
  return String(Number(value.toPrecision(3)));
}

function signed(share: number): string {
  return `${share < 0 ? '-' : '+'}${(100 * Math.abs(share)).toFixed(0)} %`;
}
