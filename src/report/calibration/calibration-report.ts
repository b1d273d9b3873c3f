import type { CalibratedLaw } from '../../ingest/calibrate/calibration.js';
import type { CalibratedDemands } from '../../ingest/calibrate/demand/calibrated-demands.js';
import { LATENCY_KIND_NAMES, LATENCY_KINDS } from '../../ingest/calibrate/measured-latencies.js';
import { LAW_QUANTILES, MIN_MEASURED, valuesNeeded } from '../../statistics/latency-law/law-figures.js';
import { column } from '../document/column.js';
import { type Document, type Note, notesOn, notesPart, type Part, table } from '../document/report.js';
import { counted, percent, signed } from '../figures/figure-text.js';
import { when } from '../text/when.js';
import type { MeasuredConstant } from './calibrated-model.js';
import { figureSpan, quantileName, valuesText } from './calibration-text.js';
import { demandParts } from './demand-parts.js';
import type { ReplayedFigure, ReplayedRun } from './replay.js';

export interface Calibration {
  readonly laws: readonly CalibratedLaw[];
  readonly constants: readonly MeasuredConstant[];
  /** By recording; empty without recordings, or without a scenario for them. */
  readonly demands: readonly CalibratedDemands[];
  /** Confidence level of the intervals. */
  readonly confidence: number;
  /** Result folders that were left out of the fit and replayed. */
  readonly replays: readonly ReplayedRun[];
  readonly warnings: readonly string[];
}

/** The fits with their uncertainty, missing data, and replays of other days. */
export function calibrationReport(calibration: Calibration): Document {
  const { laws, replays, confidence, warnings, demands } = calibration;
  return {
    about: '',
    title: titleOf(calibration),
    facts: [],
    warnings,
    prices_checked_until: null,
    parts: [
      lawsTable(laws, confidence),
      notesPart('laws-notes', calibrationNotes(calibration)),
      ...demandParts(demands, confidence),
      ...replays.flatMap(replayParts),
    ],
  };
}

/** Values that are known too imprecisely and values that stay unchanged, laws first. */
export function calibrationNotes(calibration: Calibration): readonly Note[] {
  return [...calibration.laws.flatMap(dataNotes), ...otherNotes(calibration)];
}

function lawsTable(laws: readonly CalibratedLaw[], confidence: number): Part {
  const fitted = laws.filter(({ distribution }) => distribution !== undefined);
  const most = Math.max(0, ...fitted.map(({ believed }) => believed!));
  const quantiles = LAW_QUANTILES.filter((p) => p <= most).map((p) => `p${quantileName(p)}`);
  const figure = (name: string) =>
    column<CalibratedLaw>(name, name, 'figure_text', ({ figures }) => {
      const own = figures.find((each) => each.name === name);
      return own === undefined ? '-' : figureSpan(own);
    });
  return table<CalibratedLaw>({
    id: 'laws',
    title: `Latencies, with ${percent(confidence)} intervals`,
    keys: 2,
    rows: fitted,
    columns: [
      column('constant', 'constant', 'text', ({ kind }) => LATENCY_KINDS[kind].constant),
      column('measured', 'measured', 'text', valuesText),
      column('parts', 'parts', 'count', ({ distribution }) =>
        distribution?.kind === 'mixture' ? distribution.parts.length : 1,
      ),
      ...['mean', ...quantiles].map(figure),
    ],
  });
}

function titleOf({ constants, demands }: Calibration): string {
  const loads = demands.reduce((sum, each) => sum + each.demands.length, 0);
  const text = counted(constants.length, 'measured constant');
  return loads === 0 ? text : `${text}, ${counted(loads, 'measured demand')}`;
}

function dataNotes(law: CalibratedLaw): readonly Note[] {
  const { constant, many } = LATENCY_KINDS[law.kind];
  const known = law.values - law.given_up;
  if (law.distribution === undefined) {
    const needs =
      law.given_up * 2 > law.values && known >= MIN_MEASURED
        ? 'more than half were given up, so not even the median is known: wait longer'
        : `a distribution needs ${MIN_MEASURED} that were not given up, a p99 ${valuesNeeded(0.99)}`;
    const text = `${constant}: not enough data: ${valuesText(law)}; ${needs}. The default stays.`;
    return notesOn('Too little', [text], { emphasis: 'bad' });
  }
  const next = LAW_QUANTILES.find((p) => p > law.believed! && p <= 0.99);
  if (next === undefined) return [];
  const reason =
    known < valuesNeeded(next)
      ? `a p${quantileName(next)} takes ${valuesNeeded(next)} ${many}`
      : `${percent(law.given_up / law.values)} were given up before it`;
  return notesOn('Note', [
    `${constant}: not enough data beyond p${quantileName(law.believed!)}: ${reason}. Beyond it, the fitted distribution extrapolates by its shape.`,
  ]);
}

function otherNotes({ laws, constants }: Calibration): readonly Note[] {
  const trip = constants.find(({ constant }) => constant === 'round_trip_latency');
  const missing = LATENCY_KIND_NAMES.filter((kind) => !laws.some((law) => law.kind === kind));
  const names = missing.map((kind) => LATENCY_KINDS[kind].constant).join(', ');
  return [
    ...when(
      trip !== undefined,
      `round_trip_latency ${String(trip?.written)}: ${trip?.source}; without an interval`,
    ),
    ...when(missing.length > 0, `no measurements of ${names}: the defaults stay`),
  ].flatMap((text) => notesOn('Note', [text]));
}

function replayParts({ folder, figures, doubts }: ReplayedRun, index: number): readonly Part[] {
  const unit = ({ unit }: ReplayedFigure) => unit;
  return [
    table<ReplayedFigure>({
      id: `replay-${index}`,
      title: `Replay of ${folder}, which was left out of the fit`,
      rows: figures,
      columns: [
        column('figure', 'figure', 'text', ({ label }) => label),
        column('recorded', 'recorded', unit, ({ recorded }) => recorded),
        column('replayed', 'replayed', unit, ({ replayed }) => replayed),
        column('error', 'error', 'figure_text', errorText),
      ],
      below: doubts.map((text): Note => ({ about: 'Warning', text, emphasis: 'bad' })),
    }),
  ];
}

function errorText({ relative_error }: ReplayedFigure): string {
  if (relative_error === null) return '-';
  return relative_error === 0 ? 'none' : signed(relative_error, percent);
}
