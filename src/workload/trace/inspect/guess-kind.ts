import { basename } from 'node:path';
import { isMissing } from '../read/cells/cell-reader.js';
import { splitUnit, unitText } from '../read/cells/cell-unit.js';
import { momentSeconds } from '../read/cells/time-reader.js';
import { parseNumber } from '../read/cells/time-text.js';
import { isIdName, isLevelName, isValueName } from '../read/columns/column-names.js';
import { type ColumnSelection, findLayout } from '../read/columns/layout.js';
import { readRecords } from '../read/records.js';
import { textChunks } from '../read/text-chunks.js';
import type { PlayedTrace } from '../trace.js';
import { EMPTY_FILE, TraceError } from '../trace-error.js';

/** What a file seems to hold, and why. */
export interface KindGuess {
  readonly kind: PlayedTrace['kind'];
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
export async function guessKind(
  selection: Pick<ColumnSelection, 'file' | 'time' | 'value'>,
): Promise<KindGuess> {
  const sample = await firstRecords(selection.file);
  const columns_of = { ...selection, values: undefined };
  const layout = findLayout(sample, { ...columns_of, kind: 'arrivals' });
  const rows = layout.has_header ? sample.slice(1) : sample;
  const others = layout.columns.flatMap((name, index) => {
    if (index === layout.time.index || (layout.has_header && isIdName(name))) return [];
    const numbers = numbersOf(rows, { index, time: layout.time.index }, { file: selection.file, name });
    return numbers.length === 0 ? [] : [{ index, name, numbers }];
  });
  if (selection.value === undefined && layout.columns.length === 1) {
    return { kind: 'arrivals', why: 'the time is the only column' };
  }
  if (selection.value === undefined && others.length === 0) {
    return { kind: 'arrivals', why: 'no column but the time holds numbers' };
  }
  const wanted =
    selection.value === undefined
      ? undefined
      : findLayout(sample, { ...columns_of, kind: 'counts' }).values[0];
  const candidates = others.filter(({ index }) => wanted === undefined || index === wanted.index);
  const percents = candidates.filter(({ numbers }) =>
    numbers.every((number) => number >= 0 && number <= 100),
  );
  const level = percents.find(({ name }) => isLevelName(name));
  const counted = candidates.some(({ name }) => isUsualCount(name));
  if (level !== undefined && !counted) {
    return { kind: 'level', why: `column "${level.name}" is named like a level and lies within 0 to 100` };
  }
  if (
    !counted &&
    candidates.length > 0 &&
    percents.length === candidates.length &&
    isLevelName(basename(selection.file))
  ) {
    return { kind: 'level', why: 'the file is named like a level and its values lie within 0 to 100' };
  }
  return { kind: 'counts', why: 'the usual case: a number for each interval' };
}

function isUsualCount(name: string): boolean {
  return isValueName(name, 'counts') && !isValueName(name, 'level');
}

/** How far the end of something is from its beginning, at most; seconds. */
const FAR_SECONDS = 366 * 86_400;
/** A number with a sign before or behind it, such as `~12` or `$5`, that is no part of a number. */
const SIGNED = /^(?:[~<>≈≤≥=$€£¥(*]+\s*\d[\d.,]*\)?|\d[\d.,]*\s*[)*†‡?!+]+)$/;

/** The numbers of a column, units taken off; none where it holds moments or words. */
function numbersOf(
  rows: readonly (readonly string[])[],
  { index, time }: { readonly index: number; readonly time: number },
  { file, name }: { readonly file: string; readonly name: string },
): readonly number[] {
  const kept = rows.filter((row) => !isMissing(row[index] ?? ''));
  const fields = kept.map((row) => row[index]!);
  // Bytes and large counts may look like Unix times, but not like those of their rows.
  const is_moment = (row: readonly string[]) => {
    const own = momentSeconds(row[index]!);
    if (own === undefined || Number.isNaN(parseNumber(row[index]!))) return own !== undefined;
    return Math.abs(own - (momentSeconds(row[time] ?? '') ?? own)) < FAR_SECONDS;
  };
  if (fields.length > 0 && kept.every(is_moment)) return [];
  const numbers: number[] = [];
  let odd = '';
  for (const field of fields) {
    const digits = splitUnit(field)?.digits ?? field;
    const number = parseNumber(digits.replaceAll(/[,'_\s\u00a0\u202f]/g, ''));
    if (!Number.isNaN(number)) numbers.push(number);
    else if (unitText(field)?.startsWith('/') !== true && /^\d[\d.,]*\s?[^\d\s.:-]{1,8}$/.test(field))
      odd ||= field;
    else if (SIGNED.test(field) || (/^\d/.test(field) && isUsualCount(name))) odd ||= field;
  }
  if (odd !== '' && numbers.length === 0) {
    throw new TraceError(
      file,
      `column "${name}" holds "${odd}", which is no count; say kind: arrivals if each row is one query, or write plain numbers`,
    );
  }
  return numbers;
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
