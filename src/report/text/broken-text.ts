import { columns, graphemes } from './text-width.js';

/** A word may be broken after signs that join its parts. */
const BEHIND_SIGNS = /(?<=[-_./=,:])/;
/** The words of a text, which may be broken between them; a percent sign stays with its number. */
export function wordsOf(text: string): readonly string[] {
  return text.split(/ (?!%)/);
}

/** A text as lines of a width: broken between words, and within a word that is wider than a line. */
export function brokenText(text: string, width: number): readonly string[] {
  return columns(text) <= width ? [text] : filledLines(wordsOf(text), width);
}

/** Fills lines with pieces, joined by spaces; a piece that is wider than a line is broken between words. */
export function filledLines(pieces: readonly string[], width: number): readonly string[] {
  const lines: string[] = [];
  const add = (piece: string): void => {
    const last = lines.at(-1);
    if (last === undefined || (last !== '' && columns(`${last} ${piece}`) > width)) lines.push(piece);
    else lines[lines.length - 1] = last === '' ? piece : `${last} ${piece}`;
  };
  for (const piece of pieces) {
    if (columns(piece) <= width) add(piece);
    else for (const word of wordsOf(piece)) for (const part of brokenWord(word, width)) add(part);
  }
  return lines;
}

/** Width of the widest part of a heading; headings are broken between words, and paths between names. */
export function widestPart(heading: string): number {
  return Math.max(...heading.split(/ |(?<=[._/=])/).map(columns));
}

/** A word in parts that fit, if possible broken after signs that join its parts. */
function brokenWord(word: string, width: number): readonly string[] {
  if (columns(word) <= width) return [word];
  const parts: string[] = [];
  for (const part of word.split(BEHIND_SIGNS)) {
    for (const piece of columns(part) <= width ? [part] : graphemes(part)) {
      const last = parts.at(-1);
      if (last !== undefined && columns(last + piece) <= width) parts[parts.length - 1] = last + piece;
      else parts.push(piece);
    }
  }
  return parts;
}
