import type { TraceFacts } from '../../ingest/facts/inspect-trace.js';
import type { InspectedTrace } from '../../ingest/facts/inspected-traces.js';
import { loadProfile } from '../../ingest/facts/load-profile.js';
import type { FoundSeason } from '../../ingest/facts/seasonality.js';
import { MAX_FLEET_WARNINGS } from '../../scenario/sections/load/trace-warnings.js';
import { elapsedText, momentText } from '../../workload/trace/reading/moment-text.js';
import type { Reading } from '../../workload/trace/reading/reading.js';
import { type Document, labelledTexts, type Note, notesPart } from '../document/report.js';
import { counted, grouped, number, percent } from '../figures/figure-text.js';
import { WEEKDAYS } from '../text/iso-time.js';
import { sparkline } from '../text/sparkline.js';
import { when } from '../text/when.js';

/** Bars of a load's course: as many as fit into a screen of 60 columns next to a label. */
const SPARKLINE_BARS = 46;

/** A recording: how it was read, how much, how uneven, how seasonal, how silent, and notes. */
export function traceReport(inspected: InspectedTrace, next: Note): Document {
  const { reading, trace, facts, form, findings, notes } = inspected;
  const moment = (seconds: number) => momentText(seconds, trace.origin_epoch_seconds);
  const { from, to } = reading;
  const what =
    trace.kind === 'arrivals'
      ? `, ${counted(facts.rows, 'arrival')}`
      : `, ${counted(facts.rows, 'interval')} of ${elapsedText(facts.interval_seconds)}`;
  const profile = loadProfile(trace, SPARKLINE_BARS);
  // The first finding is the load itself.
  const further = findings.slice(1).map(({ certainty, what }) => `${certainty}: ${what}`);
  const rows: readonly Row[] = [
    ['read as', form],
    ...columnRows(reading),
    ['kind', trace.kind],
    ...readAs(reading),
    ['covers', `${moment(0)} to ${moment(to - from)}, ${elapsedText(to - from)}${what}`],
    ...countRows(facts, moment),
    ...levelRows(inspected, moment),
    ...gapRows(facts),
    ['seasons', seasonsText(facts)],
    ...quietRows(facts, moment),
    ['notes', ...[...notes, ...further].map((note) => `- ${note}`)],
    [trace.kind === 'level' ? 'level' : 'rate', sparkline(profile)],
  ];
  return documentOf(inspected, rows, next);
}

function columnRows({ how: { time, time_holds, value } }: Reading): readonly Row[] {
  if (time === undefined) return [];
  return [['columns', `time "${time}" (${time_holds})${value === undefined ? '' : `, value "${value}"`}`]];
}

/** The texts of a label; no texts hide it. */
type Row = readonly [label: string, ...texts: string[]];

function documentOf({ file, reading }: InspectedTrace, rows: readonly Row[], next: Note): Document {
  return {
    about: file,
    title: counted(reading.how.rows, 'row'),
    facts: [],
    warnings: [],
    prices_checked_until: null,
    parts: [labelledTexts('recording', rows), notesPart('next', [next])],
  };
}

/** The tenants of a fleet: what they have in common, and by how much they differ. */
export function fleetTraceReport(inspected: readonly InspectedTrace[], next: Note): Document {
  const { reading, facts, trace } = inspected[0]!;
  const span = (of: (one: InspectedTrace) => number, text: (value: number) => string) => {
    const values = inspected.map(of);
    const least = values.reduce((a, b) => Math.min(a, b));
    const most = values.reduce((a, b) => Math.max(a, b));
    return least === most ? text(least) : `${text(least)} to ${text(most)}`;
  };
  const missing = inspected.filter(({ facts: { missing_intervals } }) => missing_intervals > 0).length;
  const warnings = [...new Set(inspected.flatMap((one) => one.notes))];
  const shown = warnings.slice(0, MAX_FLEET_WARNINGS);
  const rest = warnings.length > shown.length ? [`- ${warnings.length - shown.length} more`] : [];
  const load: Row =
    trace.kind === 'level'
      ? ['mean level', span((one) => one.facts.level?.mean ?? 0, number)]
      : ['mean rate', span((one) => one.facts.counts?.mean_per_second ?? 0, rateText)];
  const rows: readonly Row[] = [
    ['columns', `time "${reading.how.time}" (${reading.how.time_holds})`],
    [
      'tenants',
      `${counted(inspected.length, 'column')} of numbers, one tenant each: ${tenantsText(inspected)}`,
    ],
    ['kind', trace.kind],
    [
      'intervals',
      `${span((one) => one.facts.rows, String)} of ${elapsedText(facts.interval_seconds)} a tenant`,
    ],
    load,
    [
      'gaps',
      missing === 0
        ? 'none'
        : `in ${missing} of the columns: ${span((one) => one.facts.missing_intervals, String)} intervals missing`,
    ],
    ['notes', ...shown.map((warning) => `- ${warning}`), ...rest],
  ];
  return documentOf(inspected[0]!, rows, next);
}

const SHOWN_TENANTS = 8;

function tenantsText(inspected: readonly InspectedTrace[]): string {
  const names = inspected.slice(0, SHOWN_TENANTS).map(({ reading }) => reading.name);
  return `${names.join(', ')}${inspected.length > SHOWN_TENANTS ? ', …' : ''}`;
}

/** How the values became counts, if the file has something else. */
function readAs({ how: { counter, per } }: Reading): readonly Row[] {
  return [
    ['counter', ...when(counter === true, 'its differences are the counts')],
    ['rate', ...when(per !== undefined && per !== 'interval', `per ${per}, times the interval`)],
  ];
}

function countRows(facts: TraceFacts, moment: (seconds: number) => string): readonly Row[] {
  const { counts } = facts;
  if (counts === undefined) return [];
  const interval = elapsedText(counts.interval_seconds);
  const mean = `mean ${rateText(counts.mean_per_second)}`;
  const peak = `peak ${rateText(counts.peak_per_second)} (over ${interval} from ${moment(counts.peak_at_seconds)}), ${number(counts.peak_to_mean)} times the mean`;
  const long =
    counts.dispersion_long === undefined
      ? ''
      : `, ${number(counts.dispersion_long)} per ${elapsedText(counts.long_window_seconds)}`;
  // In full, to compare with other tools' figures.
  const total = Number.isInteger(counts.total) ? grouped(counts.total) : number(counts.total);
  return [
    ['total', `${total} arrivals; ${mean}; ${peak}`],
    [
      'unevenness',
      `index of dispersion ${number(counts.dispersion)} per ${interval}${long} (Poisson: 1); ${percent(counts.empty_share)} of intervals empty`,
    ],
  ];
}

function levelRows(
  { facts: { level }, vcpu }: InspectedTrace,
  moment: (seconds: number) => string,
): readonly Row[] {
  if (level === undefined) return [];
  const figures = [
    ['mean', level.mean],
    ['p50', level.p50],
    ['p95', level.p95],
    ['p99.5', level.p99_5],
    ['max', level.max],
  ] as const;
  const text = figures.map(([name, value]) => `${name} ${number(value)}`).join(', ');
  const values: Row = ['values', `${text} (${moment(level.max_at_seconds)})`];
  if (vcpu === undefined) return [values];
  const demand = figures.map(([name, value]) => `${name} ${number((value / 100) * vcpu)}`).join(', ');
  return [values, ['demand', `${demand} vCPU, if these are per cent of ${number(vcpu)} vCPU`]];
}

function gapRows(facts: TraceFacts): readonly Row[] {
  const gaps = facts.arrival_gaps;
  if (gaps === undefined) return [];
  const rest = (['p50', 'p90', 'p99', 'max'] as const).map(
    (name) => `${name} ${elapsedText(gaps[`${name}_seconds`])}`,
  );
  const mean = `mean ${elapsedText(gaps.mean_seconds)}, SCV ${number(gaps.scv)} (Poisson: 1)`;
  return [['gaps', [mean, ...rest].join(', ')]];
}

function quietRows(facts: TraceFacts, moment: (seconds: number) => string): readonly Row[] {
  const { quiet } = facts;
  if (quiet === undefined) return [];
  if (quiet.longest_seconds === 0) return [['quiet', 'never for a whole interval']];
  const longest = `longest ${elapsedText(quiet.longest_seconds)} from ${moment(quiet.longest_at_seconds)}`;
  const spells =
    quiet.over_300_s === 0
      ? 'never over the default timeout of 5 min'
      : `${counted(quiet.over_300_s, 'spell')} over 5 min, each a suspend at the default timeout`;
  return [['quiet', `${longest}; ${spells}`]];
}

function seasonsText(facts: TraceFacts): string {
  const { daily, weekly } = facts;
  if (daily === undefined) return 'unknown: the trace is shorter than two days, or too coarse';
  const day = `daily ${percent(daily.amplitude)} of the mean, highest at ${clockText(daily)}`;
  if (weekly === undefined) return `${day}; weekly not told: shorter than two weeks`;
  return `${day}; weekly ${percent(weekly.amplitude)}, highest on ${dayText(weekly)}`;
}

function clockText(season: FoundSeason): string {
  const minutes = Math.round(season.peak_seconds / 60) % 1440;
  const text = [Math.floor(minutes / 60), minutes % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
  return season.by_clock ? `${text} UTC` : `${text} after the beginning of a day of the trace`;
}

function dayText(season: FoundSeason): string {
  const day = Math.floor(season.peak_seconds / 86_400) % 7;
  return season.by_clock ? WEEKDAYS[day]! : `day ${day + 1} of a week of the trace`;
}

/** Per second, or per hour where that would be hard to read. */
function rateText(per_second: number): string {
  if (per_second === 0 || per_second >= 0.1) return `${number(per_second)}/s`;
  return `${number(per_second * 3600)}/h`;
}
