import pc from 'picocolors';
import type { Screen } from '../../report/terminal/terminal-summary.js';
import type { Emphasis } from '../../report/text/text-block.js';

/** The size of a screen of old: the least a report is fitted to. */
const COLUMNS = 80;
const LINES = 24;
/** Lines of a report that goes to a pipe or file, where nothing scrolls away. */
const PIPED_LINES = 100;

/** What decides about colours. */
type Environment = Readonly<Partial<Record<'NO_COLOR' | 'FORCE_COLOR' | 'TERM', string>>>;

/**
 * The screen that an output stream shows: its width (80 columns when it is a pipe), and colours only on a terminal
 * that has them. `NO_COLOR` takes them away (no-color.org), and otherwise `FORCE_COLOR` brings them even to a pipe,
 * unless it is 0 or false.
 */
export function screenOf(
  stream: { readonly isTTY?: boolean; readonly columns?: number; readonly rows?: number },
  environment: Environment = process.env,
): Screen {
  const colours = pc.createColors(hasColours(stream.isTTY === true, environment));
  const paints: Readonly<Record<Emphasis, (text: string) => string>> = {
    strong: colours.bold,
    bad: colours.red,
    good: colours.green,
    quiet: colours.dim,
    plain: (text) => text,
  };
  return {
    // A terminal that does not know its width says 0.
    width: Math.max(COLUMNS / 2, stream.columns || COLUMNS),
    // One line is left for the prompt.
    height: stream.isTTY === true ? Math.max(LINES, (stream.rows || LINES) - 1) : PIPED_LINES,
    paint: (text, emphasis) => paints[emphasis](text),
  };
}

function hasColours(isTTY: boolean, { NO_COLOR = '', FORCE_COLOR = '', TERM }: Environment): boolean {
  if (NO_COLOR !== '') return false;
  if (FORCE_COLOR !== '') return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return isTTY && TERM !== 'dumb';
}
