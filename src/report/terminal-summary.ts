import { asksForAtLeast, type ObjectiveResult } from '../availability/objectives.js';
import type { ObjectiveName } from '../scenario/scenario.js';
import { duration, milliseconds, money, number, percent } from './figure-text.js';
import { leadingAssumptions } from './leading-assumptions.js';
import type { RunShape } from './run-shape.js';
import { resampled, sparkline } from './sparkline.js';
import { spreadText } from './spread-text.js';
import type { Summary } from './summary.js';
import { crowdLines } from './terminal-clients.js';
import { computeLines } from './terminal-computes.js';
import { fleetLines, rankingLines } from './terminal-fleet.js';
import { outcomeLines } from './terminal-outcome.js';
import { replicationLines } from './terminal-replications.js';
import {
  cut,
  type Emphasis,
  fitted,
  line,
  type TextBlock,
  type TextLine,
  withLabel,
  wrapped,
} from './text-block.js';

/** The screen that a summary is written for. */
export interface Screen {
  /** Columns; no line is longer. */
  readonly width: number;
  /** Lines; there are no more. */
  readonly height: number;
  /** Adds colours to a line that has been cut to width. */
  readonly paint: (text: string, emphasis: Emphasis) => string;
}

/** No line is longer than this, however wide the screen: beyond it lines are hard to read. */
const WIDEST = 110;

/**
 * A run's summary on one screen, ending with a newline: money, size, waiting, errors, latency, the shape of
 * the run, objectives, the assumptions that matter most, warnings.
 * @param shape load and size over the run, when somebody watched it
 */
export function terminalSummary(summary: Summary, shape: RunShape | undefined, screen: Screen): string {
  const width = Math.min(screen.width, WIDEST);
  const { fleet } = summary;
  const severalComputes = summary.computes.length > 1 && fleet === undefined;
  const crowd = severalComputes ? crowdLines(summary, width) : [];
  const blocks: readonly TextBlock[] = [
    { lines: [line(title(summary), 'strong')] },
    { lines: outcomeLines(summary, width) },
    { lines: replicationLines(summary, width), keep: 1 },
    // Where there is no room for both, what clients met, and which tenants cost most, is worth more than the curves.
    {
      lines: shape === undefined ? [] : shapeLines(shape, width),
      ...((crowd.length > 0 || fleet !== undefined) && { keep: 0, quietly: true }),
    },
    { lines: fleet === undefined ? [] : fleetLines(fleet, width) },
    { lines: fleet === undefined ? [] : rankingLines(fleet, width) },
    { lines: severalComputes ? computeLines(summary, width) : [], keep: 3 },
    { lines: crowd, keep: 3 },
    { lines: objectiveLines(summary.slo), keep: 2 },
    { lines: assumptionLines(summary), keep: 2, quietly: true },
    { lines: warningLines(summary, width), keep: 1 },
  ];
  const lines = fitted(blocks, screen.height);
  return lines.map(({ text, emphasis }) => `${screen.paint(cut(text, width), emphasis)}\n`).join('');
}

function title(summary: Summary): string {
  const { plan } = summary;
  const started = summary.start.replace('T', ' ').replace(/(:\d\d)(?:\.\d+)?Z$/, '$1 UTC');
  return `${summary.scenario}: ${duration(summary.duration_seconds)} from ${started}, plan ${plan.name}, seed ${summary.seed}`;
}

/** What stands beside the curves: a label, and the peak. */
const BESIDE_CURVES = 32;
const LEAST_CURVE = 16;

function shapeLines(shape: RunShape, width: number): readonly TextLine[] {
  const stretches = Math.max(LEAST_CURVE, width - BESIDE_CURVES);
  const row = (label: string, all: readonly number[]): TextLine => {
    const values = resampled(all, stretches);
    return line(`${withLabel(label, sparkline(values))} peak ${number(Math.max(0, ...values))}`);
  };
  return [row('Queries/s', shape.arrivals_per_second), row('CU', shape.mean_cu)];
}

/** Missed objectives come first, so that they are seen even where not all fit. */
function objectiveLines(results: readonly ObjectiveResult[]): readonly TextLine[] {
  const ordered = [...results.filter((each) => !each.met), ...results.filter((each) => each.met)];
  return ordered.map((each, index) => {
    const bound = asksForAtLeast(each.objective) ? 'at least' : 'at most';
    const actual = each.actual === null ? 'nothing measured' : objectiveFigure(each.objective, each.actual);
    const target = objectiveFigure(each.objective, each.target);
    // A question mark where the interval reaches across the target.
    const verdict = `${each.met ? 'met' : 'MISSED'}${each.clear === false ? '?' : ''}`.padEnd(6);
    const spread = spreadText((value) => objectiveFigure(each.objective, value), each.ci);
    const text = withLabel(
      index === 0 ? 'Objectives' : '',
      `${verdict} ${each.objective} ${actual}${spread === '' ? '' : ` ${spread}`}, ${bound} ${target}`,
    );
    return line(text, each.met ? 'good' : 'bad');
  });
}

function objectiveFigure(objective: ObjectiveName, value: number): string {
  if (objective.startsWith('latency_')) return milliseconds(value);
  if (objective.startsWith('cost_')) return money(value);
  return objective === 'cu_hours' ? `${number(value)} CU-hours` : percent(value);
}

function assumptionLines(summary: Summary): readonly TextLine[] {
  return leadingAssumptions(summary).map(({ name, value, confidence }, index) => {
    const standing = confidence === 'yours' ? 'yours' : `${confidence} confidence`;
    const words = value.replaceAll(/[{}]/g, '').replaceAll(/:? +/g, ' ').trim();
    const text = `${name.replace(/^model\./, '')} ${words} (${standing})`;
    return line(withLabel(index === 0 ? 'Rests on' : '', text), 'quiet');
  });
}

function warningLines(summary: Summary, width: number): readonly TextLine[] {
  return summary.warnings.flatMap((warning, index) =>
    wrapped(index === 0 ? 'Warnings' : '', warning, width, 'bad'),
  );
}
