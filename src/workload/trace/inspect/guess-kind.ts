import { basename } from 'node:path';
import { isLevelName, isValueName } from '../read/column-names.js';
import { type ColumnSelection, findLayout } from '../read/layout.js';
import { readRecords } from '../read/records.js';
import { textChunks } from '../read/text-chunks.js';
import { parseNumber } from '../read/time-text.js';
import type { Trace } from '../trace.js';
import { EMPTY_FILE, TraceError } from '../trace-error.js';

/** What a file seems to hold, and why. */
export interface KindGuess {
  readonly kind: Trace['kind'];
  readonly why: string;
}

/** Records looked at. */
const SAMPLE = 200;

/**
 * Guesses what the rows of a trace file are: single arrivals where the time is the only column of numbers, a
 * level where a name speaks of CPU or per cent and the values lie within 0 to 100, else counts.
 *
 * @throws TraceError when the file cannot be read or has no time column
 */
export async function guessKind(selection: Omit<ColumnSelection, 'kind'>): Promise<KindGuess> {
  const sample = await firstRecords(selection.file);
  const layout = findLayout(sample, { ...selection, kind: 'arrivals' });
  const rows = layout.has_header ? sample.slice(1) : sample;
  const others = layout.columns.flatMap((name, index) => {
    const numbers = rows.map((row) => percentNumber(row[index])).filter((number) => !Number.isNaN(number));
    return index === layout.time.index || numbers.length === 0 ? [] : [{ index, name, numbers }];
  });
  if (selection.value === undefined && layout.columns.length === 1) {
    return { kind: 'arrivals', why: 'the time is the only column' };
  }
  if (selection.value === undefined && others.length === 0) {
    return { kind: 'arrivals', why: 'no column but the time holds numbers' };
  }
  const wanted =
    selection.value === undefined ? undefined : findLayout(sample, { ...selection, kind: 'counts' }).value;
  const candidates = others.filter(({ index }) => wanted === undefined || index === wanted.index);
  const percents = candidates.filter(({ numbers }) =>
    numbers.every((number) => number >= 0 && number <= 100),
  );
  const level = percents.find(({ name }) => isLevelName(name));
  if (level !== undefined && !candidates.some(({ name }) => isUsualCount(name))) {
    return { kind: 'level', why: `column "${level.name}" is named like a level and lies within 0 to 100` };
  }
  if (percents.length === 1 && candidates.length === 1 && isLevelName(basename(selection.file))) {
    return { kind: 'level', why: 'the file is named like a level and its values lie within 0 to 100' };
  }
  return { kind: 'counts', why: 'the usual case: a number for each interval' };
}

function isUsualCount(name: string): boolean {
  return isValueName(name, 'counts') && !isValueName(name, 'level');
}

function percentNumber(field: string | undefined): number {
  return parseNumber((field ?? '').replace(/ *%$/, ''));
}

/** Ends the reading of a file early. */
class Enough extends Error {}

async function firstRecords(file: string): Promise<readonly (readonly string[])[]> {
  const sample: (readonly string[])[] = [];
  try {
    await readRecords(file, textChunks(file), ({ fields }) => {
      sample.push(fields);
      if (sample.length === SAMPLE) throw new Enough();
    });
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
  }
  if (sample.length === 0) throw new TraceError(file, EMPTY_FILE);
  return sample;
}
