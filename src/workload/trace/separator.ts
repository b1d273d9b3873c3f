const CANDIDATES = ['\t', ';', ',', '|'] as const;

/** What stands between two fields of a line. */
export type Separator = (typeof CANDIDATES)[number];

/** How many lines are looked at. */
const LINES = 20;

/**
 * The separator of a text: the one that occurs equally often, and most often, in each of the first lines.
 * Where none does, the one that occurs in the first line; where none does either, the comma, which then
 * never separates anything. Tab and semicolon go before comma, which may also be a decimal sign.
 *
 * @param head the beginning of the text, whole lines
 */
export function findSeparator(head: string): Separator {
  const lines = head
    .split('\n', LINES)
    .filter((line) => line.trim() !== '')
    .map((line) => line.replace(/"[^"]*"/g, ''));
  let best: Separator | undefined;
  let most = 0;
  for (const candidate of CANDIDATES) {
    const counts = lines.map((line) => line.split(candidate).length - 1);
    const least = Math.min(...counts);
    if (least > most && least === Math.max(...counts)) {
      best = candidate;
      most = least;
    }
  }
  return best ?? CANDIDATES.find((candidate) => lines[0]?.includes(candidate)) ?? ',';
}
