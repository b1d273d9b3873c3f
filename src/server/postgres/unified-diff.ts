/** Lines that are shown before and after each change. */
const CONTEXT = 3;

interface Line {
  readonly mark: ' ' | '-' | '+';
  readonly text: string;
  /** How many lines of either text come before it. */
  readonly before: number;
  readonly after: number;
}

/**
 * The difference between two texts in the unified format; empty if they are equal. Common lines at both ends are set
 * aside first, and the rest is compared by its longest common subsequence.
 */
export function unifiedDiff(before: string, after: string, names: readonly [string, string]): string {
  if (before === after) return '';
  const lines = linesOf(before.split('\n'), after.split('\n'));
  const hunks = hunksOf(lines).map(hunkText);
  return `--- ${names[0]}\n+++ ${names[1]}\n${hunks.join('')}`;
}

function linesOf(first: readonly string[], second: readonly string[]): readonly Line[] {
  let start = 0;
  while (start < first.length && start < second.length && first[start] === second[start]) start += 1;
  let end = 0;
  const shorter = Math.min(first.length, second.length) - start;
  while (end < shorter && first[first.length - 1 - end] === second[second.length - 1 - end]) end += 1;
  const [left, right] = [first.slice(start, first.length - end), second.slice(start, second.length - end)];
  const lengths = commonLengths(left, right);
  const lines: Line[] = [];
  let [before, after] = [0, 0];
  const add = (mark: Line['mark'], text: string): void => {
    lines.push({ mark, text, before, after });
    if (mark !== '+') before += 1;
    if (mark !== '-') after += 1;
  };
  for (const text of first.slice(0, start)) add(' ', text);
  let [row, column] = [0, 0];
  const width = right.length + 1;
  while (row < left.length || column < right.length) {
    if (row < left.length && column < right.length && left[row] === right[column]) {
      add(' ', left[row]!);
      row += 1;
      column += 1;
    } else if (
      column >= right.length ||
      (row < left.length && lengths[(row + 1) * width + column]! >= lengths[row * width + column + 1]!)
    ) {
      add('-', left[row]!);
      row += 1;
    } else {
      add('+', right[column]!);
      column += 1;
    }
  }
  for (const text of first.slice(first.length - end)) add(' ', text);
  return lines;
}

/** Lengths of the longest common subsequences of what follows each pair of places. */
function commonLengths(left: readonly string[], right: readonly string[]): Uint32Array {
  const width = right.length + 1;
  const lengths = new Uint32Array((left.length + 1) * width);
  for (let row = left.length - 1; row >= 0; row--) {
    for (let column = right.length - 1; column >= 0; column--) {
      lengths[row * width + column] =
        left[row] === right[column]
          ? lengths[(row + 1) * width + column + 1]! + 1
          : Math.max(lengths[(row + 1) * width + column]!, lengths[row * width + column + 1]!);
    }
  }
  return lengths;
}

/** Changes with the lines around them; those that touch are taken together. */
function hunksOf(lines: readonly Line[]): readonly (readonly Line[])[] {
  const shown = new Set<number>();
  for (const [place, { mark }] of lines.entries()) {
    if (mark === ' ') continue;
    for (let near = place - CONTEXT; near <= place + CONTEXT; near++) shown.add(near);
  }
  const hunks: Line[][] = [];
  for (const [place, line] of lines.entries()) {
    if (!shown.has(place)) continue;
    if (!shown.has(place - 1) || hunks.length === 0) hunks.push([]);
    hunks.at(-1)!.push(line);
  }
  return hunks;
}

function hunkText(hunk: readonly Line[]): string {
  const count = (mark: Line['mark']) => hunk.filter((line) => line.mark !== mark).length;
  const { before, after } = hunk[0]!;
  const head = `@@ -${before + 1},${count('+')} +${after + 1},${count('-')} @@`;
  return `${[head, ...hunk.map(({ mark, text }) => `${mark}${text}`)].join('\n')}\n`;
}
