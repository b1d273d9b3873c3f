import type { ObjectiveResult } from '../../figures/objectives.js';
import { causeTable } from '../answers/cause-words.js';
import { assumptionTexts, COMPUTES_HEAD, computeRow, objectiveTexts } from '../answers/run-rows.js';
import { duration, number, percent } from '../figures/figure-text.js';
import { costPeriod } from '../figures/month-basis.js';
import type { Summary } from '../figures/summary.js';
import { cardTexts, type FindingCard, findingCards } from '../findings/finding-card.js';
import { tableBlock } from '../text/fitted-table.js';
import { utcText } from '../text/iso-time.js';
import { resampled, sparkline } from '../text/sparkline.js';
import type { SparklineSeries } from '../text/sparkline-series.js';
import {
  cut,
  type Emphasis,
  entries,
  fitted,
  line,
  listed,
  type TextBlock,
  type TextLine,
  titleLines,
  withLabel,
  wrapped,
} from '../text/text-block.js';
import type { TextTable } from '../text/text-table.js';
import { commandLines, verdictLines } from '../text/verdict-text.js';
import type { AskedScenario } from '../verdict/asked-scenario.js';
import { figureWords } from '../verdict/figure-words.js';
import { runVerdict } from '../verdict/run-verdict.js';
import { crowdTable } from './terminal-clients.js';
import { fleetLines, rankingLines } from './terminal-fleet.js';
import { outcomeLines } from './terminal-outcome.js';

/** The screen that a summary is written for. */
export interface Screen {
  /** Columns; no line is longer. */
  readonly width: number;
  /** Lines; there are no more. */
  readonly height: number;
  /** Adds colours to a line that has been cut to width. */
  readonly paint: (text: string, emphasis: Emphasis) => string;
  /** Whether the course of load and size and the assumptions are printed, too. */
  readonly verbose?: boolean;
}

/**
 * A run's summary on one screen, ending with a newline: money, size, waiting, errors, latency, the shape of
 * the run, objectives, the assumptions that matter most, warnings.
 * @param shape load and size over the run, when somebody watched it
 * @param asked what was run, for the command that goes on from it
 */
export function terminalSummary(
  summary: Summary,
  shape: SparklineSeries | undefined,
  screen: Screen,
  asked?: AskedScenario,
): string {
  const { width } = screen;
  const { fleet } = summary;
  const severalComputes = summary.computes.length > 1 && fleet === undefined;
  const crowd = crowdTable(severalComputes ? summary.computes : []);
  const verdict = runVerdict(summary, asked);
  // The verdict's own command is not printed twice.
  const cards = findingCards(summary, asked).map((card) =>
    card.command === verdict.command ? { ...card, command: undefined } : card,
  );
  const blocks: readonly TextBlock[] = [
    { lines: titleLines(title(summary), width) },
    { lines: verdictLines(verdict, width) },
    { ...entries(cards.map((card, index) => cardLines(card, index, width))), keep: 6 },
    { lines: objectiveLines(summary.slo, width), keep: 2 },
    { lines: outcomeLines(summary, width) },
    { lines: replicationLines(summary, width), keep: 1 },
    // Where there is no room for both, what clients met, and which tenants cost most, is worth more than the curves.
    {
      lines: shape === undefined || screen.verbose !== true ? [] : shapeLines(shape, width),
      ...((crowd.rows.length > 0 || fleet !== undefined) && { keep: 0, quietly: true }),
    },
    { lines: fleet === undefined ? [] : fleetLines(summary, fleet, width) },
    { lines: fleet === undefined ? [] : rankingLines(fleet, costPeriod(summary), width) },
    // If clients met trouble, the computes may go: what they cost is above.
    ...(severalComputes ? [tableBlock(computeTable(summary), width, crowd.rows.length > 0 ? 0 : 2)] : []),
    { ...tableBlock(causeTable(summary), width, 2), quietly: true },
    tableBlock(crowd, width, 2),
    {
      lines:
        screen.verbose === true
          ? listed('Assumptions', assumptionTexts(summary), width, 'quiet').flat()
          : [line(withLabel('', '--verbose prints the course of the run and the assumptions'), 'quiet')],
      keep: screen.verbose === true ? 2 : 0,
      quietly: true,
    },
    { ...entries(listed('Warnings', summary.warnings, width, 'bad')), keep: 1 },
  ];
  const lines = fitted(blocks, screen.height);
  return lines.map(({ text, emphasis }) => `${screen.paint(cut(text, width), emphasis)}\n`).join('');
}

function title(summary: Summary): string {
  const { plan } = summary;
  return `${summary.scenario}: ${duration(summary.duration_seconds)} from ${utcText(summary.start)}, plan ${plan.name}, seed ${summary.seed}${summary.fidelity === undefined ? '' : ', hybrid'}`;
}

/** A finding: what was found and where, the change that removes the cause, and the command that shows it. */
function cardLines(card: FindingCard, index: number, width: number): readonly TextLine[] {
  const label = index === 0 ? 'Findings' : '';
  return [
    ...cardTexts(card).flatMap((text, part) =>
      wrapped(part === 0 ? label : '', text, width, part === 0 ? 'plain' : 'strong'),
    ),
    ...(card.command === undefined ? [] : commandLines(card.command, width)),
  ];
}

/** Columns next to the curves: a label, the range of values, and the time of which each is the mean. */
const BESIDE_CURVES = 42;
const MIN_CURVE = 16;
const MAX_CURVE = 68;

function shapeLines(shape: SparklineSeries, width: number): readonly TextLine[] {
  const stretches = Math.min(MAX_CURVE, Math.max(MIN_CURVE, width - BESIDE_CURVES));
  const row = (label: string, all: readonly number[]): TextLine => {
    // Figures are those of all stretches: they must not depend on the width of a screen.
    const [low, high] = [Math.min(...all), Math.max(0, ...all)];
    // Values close to each other would all be full bars.
    const floor = low > high / 2 && low < high ? low : 0;
    const range = floor > 0 ? `${number(low)} to ${number(high)}` : `peak ${number(high)}`;
    const bars = sparkline(resampled(all, stretches), floor);
    return line(`${withLabel(label, bars)} ${range} over ${duration(shape.stretch_seconds)}`);
  };
  return [row('Queries/s', shape.arrivals_per_second), row('CU', shape.mean_cu)];
}

function computeTable({ computes, duration_seconds }: Summary): TextTable {
  return { head: COMPUTES_HEAD, rows: computes.map((each) => computeRow(each, duration_seconds)) };
}

/** Missed objectives come first, so that they are seen even where not all fit. */
function objectiveLines(results: readonly ObjectiveResult[], width: number): readonly TextLine[] {
  const ordered = [...results.filter((each) => !each.met), ...results.filter((each) => each.met)];
  return ordered.flatMap((each, index) => {
    const { target, actual, verdict } = objectiveTexts(each);
    const text = `${verdict.padEnd(6)} ${figureWords(each.objective)} ${actual}, ${target}`;
    return wrapped(index === 0 ? 'Objectives' : '', text, width, each.met ? 'good' : 'bad');
  });
}

/** What the half-widths beside the figures are, and what became of the precision asked for; none for a single run. */
function replicationLines(summary: Summary, width: number): readonly TextLine[] {
  const { ci, replications, precision, slo } = summary;
  if (ci === undefined) return [];
  const level = percent(ci.total.cu_hours?.confidence ?? 0);
  const doubt = slo.some(({ clear }) => clear === false) ? '; met? or MISSED? where it spans the target' : '';
  const intervals = `means of ${replications} replications; ± half of the ${level} interval of the mean${doubt}`;
  if (precision === undefined) return wrapped('Replications', intervals, width);
  const { relative, reached, figures } = precision;
  const named = figures.map(({ figure }) => figure).join(' and ');
  const verdict = reached
    ? `stopped when ${named} ${figures.length > 1 ? 'were' : 'was'} known to ${percent(relative)}`
    : `the precision of ${percent(relative)} was not reached`;
  return wrapped('Replications', `${intervals}; ${verdict}`, width);
}
