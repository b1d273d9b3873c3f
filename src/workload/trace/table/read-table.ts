import { DAY_SECONDS } from '../../../kernel/units.js';
import * as words from '../cells/vocabulary.js';
import { elapsedText, momentText } from '../reading/moment-text.js';
import { Question, Refusal } from '../reading/question.js';
import { type Reading, type ReadingOptions, readingOf } from '../reading/reading.js';
import { settle } from '../reading/settle.js';
import { askAboutSteps, askAboutStrays } from '../reading/strays.js';
import type { TextFile } from '../reading/text-file.js';
import { numbersOf } from './column.js';
import { isCounter } from './counter.js';
import { cutRows } from './cut-rows.js';
import { fleetTables, tenantNames } from './fleet.js';
import { withGaps } from './gaps.js';
import { grouped } from './grouped.js';
import { keptRows } from './kept-rows.js';
import { loadColumn } from './load-column.js';
import { byDay, differences, intervalOf, scaled } from './series.js';
import { AS_ARRIVALS, settledMeasure } from './settled-measure.js';
import { type Table, tableOf } from './table.js';
import { type TimeOfRows, timeOf } from './time-of.js';

/** Rows → time → value → measure → interval → cut → load. @throws Question, Refusal, TraceError */
export async function readTable(file: TextFile, options: ReadingOptions): Promise<Reading> {
  const table = await tableOf(file);
  return settle((answers) => interpret(table, answers), options);
}

/** Reads several columns of one table, one tenant each. All cover the whole table. */
export async function readFleet(
  file: TextFile,
  options: ReadingOptions,
  names: 'all' | readonly string[],
): Promise<readonly Reading[]> {
  const table = await tableOf(file);
  const { tables, notes } = fleetTables(table, options, names);
  const readings = tables.map((one) => settle((answers) => interpret(one.table, answers), one.options));
  const [first] = readings as [Reading];
  const other = readings.find(
    ({ kind, interval_seconds }) => kind !== first.kind || interval_seconds !== first.interval_seconds,
  );
  if (other !== undefined)
    throw new Refusal(
      `column "${first.name}" is ${measureText(first)}, and "${other.name}" is ${measureText(other)}; expected one measure for all tenants`,
      'add --kind or --per, or take the other columns out',
    );
  const from = Math.min(...readings.map((reading) => reading.from));
  const to = Math.max(...readings.map((reading) => reading.to));
  const tenants = tenantNames(readings.map(({ name }) => name));
  return readings.map((reading, i) => ({
    ...reading,
    name: tenants[i],
    from,
    to,
    notes: [
      ...notes,
      ...(reading.name === tenants[i] ? [] : [`column "${reading.name}" is tenant "${tenants[i]}"`]),
      ...reading.notes,
    ],
  }));
}

function measureText({ kind, interval_seconds }: Reading): string {
  const what = { level: 'a level', counts: 'counts', arrivals: 'single queries' }[kind];
  return kind === 'arrivals' ? what : `${what} every ${elapsedText(interval_seconds)}`;
}

/** Single queries with whole seconds are at multiples of a second, too. */
const MIN_RIVAL_SECONDS = 60;

/** Asks whether a line above the table, or a column of sampling rates, gives what to multiply counts by. */
function askAboutFactor({ factor, columns }: Table, name: string): void {
  const sampling = columns.find((one) => one.is_numeric && words.SAMPLING.test(one.plain_name));
  const [rate = 1, ...others] = new Set(sampling === undefined ? [] : numbersOf(sampling));
  if (rate !== 1 || others.length > 0) {
    const all = { meaning: `"${name}" counts all queries`, options: { scale: 1 } };
    const counted = rate > 1 ? rate : Number((1 / rate).toPrecision(6));
    throw new Question(
      `column "${sampling!.name}" says that a sample is counted`,
      others.length > 0
        ? [all]
        : [{ meaning: `each counted query is one of ${counted}`, options: { scale: counted } }, all],
    );
  }
  if (factor === 1) return;
  throw new Question(`a line above the table gives values in ${factor === 1e3 ? 'thousands' : 'millions'}`, [
    { meaning: `"${name}" is one of them`, options: { scale: factor } },
    { meaning: `"${name}" is not`, options: { scale: 1 } },
  ]);
}

function interpret(table: Table, options: ReadingOptions): Reading {
  const { scale = 1 } = options;
  if (!(scale > 0) || !Number.isFinite(scale)) throw new Refusal(`scale: ${scale} is not above 0`);
  const notes = [...table.notes];
  const time = timeOf(table, options, notes);
  const value = loadColumn(table, time, options, notes);
  if (value === undefined) return arrivals(table, time, options, notes);
  const kept = keptRows(table, time, value, options, notes);
  const { name } = value;
  if (kept.values.length === 0) throw new Refusal(`no row has a value in column "${name}"`);
  const wrong = kept.values.findIndex((one) => one < 0 || !Number.isFinite(one));
  if (wrong >= 0) {
    const when = momentText(kept.times[wrong]!, time.dated ? 0 : undefined);
    throw new Refusal(
      `column "${name}" has ${kept.values[wrong]} at ${when}; expected a number of 0 or more`,
    );
  }
  const width_given = options.interval_seconds ?? time.width;
  const interval = intervalOf(kept.grid, width_given);
  if (interval.seconds === 0)
    throw new Refusal('one row does not show how long an interval is', 'add --interval 5m, or its width');
  if (interval.rival !== undefined && (interval.even || interval.rival >= MIN_RIVAL_SECONDS)) {
    throw new Question(
      'the width of an interval is not clear',
      [interval.rival, interval.seconds].map((seconds) => ({
        meaning: `intervals of ${elapsedText(seconds)}`,
        options: { interval_seconds: seconds },
      })),
    );
  }
  if (time.dated && interval.months === 0) askAboutSteps(kept.grid, interval.seconds, options);
  const measure = settledMeasure(
    { ...value, values: kept.values },
    interval.seconds,
    options,
    table.file,
    notes,
  );
  const is_level = measure.is === 'level';
  if (!is_level && options.scale === undefined) askAboutFactor(table, name);
  if (
    table.has_rate_above &&
    measure.is === 'count' &&
    options.per === undefined &&
    options.kind === undefined
  ) {
    const per = (unit: 'second' | 'minute' | 'interval') => ({
      meaning: `"${name}" is a number of queries per ${unit}`,
      options: { per: unit },
    });
    throw new Question('a line above the table names a rate', [
      per('second'),
      per('minute'),
      per('interval'),
    ]);
  }
  if (
    !interval.even &&
    options.kind === undefined &&
    options.per === undefined &&
    width_given === undefined &&
    !is_level
  ) {
    throw new Question('the rows are unevenly spaced', [
      AS_ARRIVALS,
      { meaning: `"${name}" counts the queries of an interval`, options: { kind: 'counts' } },
    ]);
  }
  if (!interval.even)
    notes.push(`rows are unevenly spaced; an interval is taken to be ${elapsedText(interval.seconds)}`);
  const labels = table.columns.filter((column) => column.labels !== undefined && !time.columns.has(column));
  const counts_up = isCounter(kept, labels, value, { is_level, measure }, options);
  const merged = grouped(
    kept,
    labels,
    { is_level, is_rate: measure.is === 'rate', counts_up, interval_seconds: interval.seconds },
    options,
    notes,
  );
  let { rows } = merged;
  if (counts_up && !merged.differenced) {
    const counts = differences(rows, interval.seconds);
    notes.push(`"${name}" counts up; its differences are the load`, ...counts.notes);
    rows = counts.rows;
  } else if (time.ends) {
    notes.push(
      `"${time.name}" is the end of an interval; each begins ${elapsedText(interval.seconds)} earlier`,
    );
    rows = { times: rows.times.map((end) => end - interval.seconds), values: rows.values };
  }
  const cut = cutRows(rows, { first: kept.first, dated: time.dated }, options);
  const load = { times: cut.rows.times, values: scaled(cut.rows, measure, interval, options) };
  const width = interval.months > 0 ? DAY_SECONDS : interval.seconds;
  if (interval.months > 0)
    notes.push(
      `values of ${interval.months === 1 ? 'months' : 'quarters'} are spread evenly over their days`,
    );
  const { times, values } =
    interval.months > 0
      ? byDay(load, interval, is_level)
      : withGaps(load, width, time.dated, options.gaps, notes);
  const kind = is_level ? 'level' : 'counts';
  askAboutStrays(times, width, time.dated, kind, values, options);
  return readingOf({
    kind,
    name,
    times,
    values,
    interval_seconds: width,
    dated: time.dated,
    from: cut.low ?? times[0]!,
    to: cut.high ?? times[times.length - 1]! + width,
    notes,
    how: {
      ...factsOf(table, time),
      value: name,
      counter: counts_up,
      per: perOf(measure.is === 'rate' ? measure.per_seconds : 0),
    },
  });
}

function arrivals(table: Table, time: TimeOfRows, options: ReadingOptions, notes: string[]): Reading {
  if (options.counter === true)
    throw new Refusal('single queries do not count up', 'leave out --counter, or add --kind counts');
  if (options.scale !== undefined && options.scale !== 1)
    throw new Refusal('scale multiplies counts or levels; single queries cannot be scaled');
  const kept = keptRows(table, time, undefined, options, notes);
  const bounds = { first: kept.first, dated: time.dated };
  const { rows, low, high } = cutRows({ times: kept.times, values: kept.times }, bounds, options);
  const { times } = rows;
  askAboutStrays(times, 0, time.dated, 'arrivals', undefined, options);
  return readingOf({
    kind: 'arrivals',
    times,
    dated: time.dated,
    from: low ?? times[0]!,
    to: high ?? times[times.length - 1]!,
    notes,
    how: factsOf(table, time),
  });
}

function perOf(seconds: number) {
  return seconds === 1 ? 'second' : seconds === 60 ? 'minute' : seconds === 3600 ? 'hour' : 'interval';
}

function factsOf({ rows, separator, columns }: Table, time: TimeOfRows) {
  return {
    rows,
    separator,
    columns: columns.map(({ name }) => name),
    time: time.name,
    time_holds: time.holds,
  };
}
