/**
 * The number of single-character insertions, deletions, substitutions and transpositions that turn one word into
 * another (optimal string alignment distance).
 */
export function editDistance(from: string, to: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1];
      let cost = Math.min(
        previous[column]! + 1,
        current[column - 1]! + 1,
        previous[column - 1]! + (same ? 0 : 1),
      );
      const swapped =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (swapped) cost = Math.min(cost, beforePrevious[column - 2]! + 1);
      current.push(cost);
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[to.length]!;
}

/**
 * The candidate that a misspelled name most likely means, or `undefined` if none is near. At most a third of the longer
 * name's letters may differ (two for short names). One name may also be a prefix of the other, or the misspelled one a
 * suffix of the candidate (five letters or more) or whole words of it: `p99` means `latency_p99`. Case, `-` and `_` are
 * ignored. The first of equally near candidates wins.
 */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  const wanted = normalised(name).slice(0, 100);
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const known = normalised(candidate);
    const beginning = wanted.length >= 3 && (known.startsWith(wanted) || wanted.startsWith(known));
    const end = wanted.length >= 5 && known.endsWith(wanted);
    const within = wanted.length >= 3 && hasWords(candidate, name);
    const distance = beginning ? 0.5 : end ? 0.75 : within ? 0.9 : editDistance(wanted, known);
    const allowed = Math.max(2, Math.max(wanted.length, known.length) / 3);
    if (
      distance > allowed ||
      distance >= Math.min(known.length, Math.max(1, wanted.length)) ||
      distance >= bestDistance
    ) {
      continue;
    }
    best = candidate;
    bestDistance = distance;
  }
  return best;
}

/** Whether one of the `written` names is unknown and most likely means this name. */
export function isMisspelt(name: string, written: readonly string[], known: readonly string[]): boolean {
  return written.some((one) => !known.includes(one) && nearestName(one, known) === name);
}

function normalised(name: string): string {
  return name.toLowerCase().replaceAll(/[-_ ]/g, '');
}

/** Whether consecutive words of a name match another name, such as `timeout` in `suspend_timeout_seconds`. */
function hasWords(name: string, part: string): boolean {
  const words = (text: string) => `_${text.toLowerCase().replaceAll(/[-_ /.]+/g, '_')}_`;
  return words(name).includes(words(part));
}

/** Longer lists of names are left out of messages. */
const MAX_LISTED = 40;

export function didYouMean(name: string): string {
  return `; did you mean "${name}"?`;
}

/** `; did you mean "x"?` for the nearest candidate; otherwise the valid names if they fit into a message. */
export function suggestion(name: string, candidates: Iterable<string>): string {
  const known = [...candidates];
  const nearest = nearestName(name, known);
  if (nearest !== undefined) return didYouMean(nearest);
  if (known.length === 0 || known.length > MAX_LISTED) return '';
  return `; expected ${known.length === 1 ? `"${known[0]}"` : `one of ${known.join(', ')}`}`;
}
