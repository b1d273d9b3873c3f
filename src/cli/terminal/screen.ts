import pc from 'picocolors';
import type { Emphasis } from '../../report/text/text-block.js';
import { columnsOf } from './screen-width.js';

/** The screen that text is written for. */
export interface Screen {
  /** Columns; no line is longer. */
  readonly width: number;
  /** Adds colours to a line. */
  readonly paint: (text: string, emphasis: Emphasis) => string;
}

/** Variables that affect width and colours. */
type Environment = Readonly<Partial<Record<'COLUMNS' | 'NO_COLOR' | 'FORCE_COLOR' | 'TERM', string>>>;

/**
 * The screen that an output stream shows: its width ({@link columnsOf}), and colours only on a terminal that has them.
 * `NO_COLOR` disables them (no-color.org); otherwise `FORCE_COLOR` enables them even for a pipe, except for 0 or false.
 */
export function screenOf(
  stream: { readonly isTTY?: boolean; readonly columns?: number },
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
    width: columnsOf(stream, environment),
    paint: (text, emphasis) => paints[emphasis](text),
  };
}

function hasColours(isTTY: boolean, { NO_COLOR = '', FORCE_COLOR = '', TERM }: Environment): boolean {
  if (NO_COLOR !== '') return false;
  if (FORCE_COLOR !== '') return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return isTTY && TERM !== 'dumb';
}
