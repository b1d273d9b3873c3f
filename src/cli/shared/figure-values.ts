import { InvalidArgumentError } from '@commander-js/extra-typings';
import { FIGURE_NAMES, type FigureName } from '../../figures/run-figures.js';
import { suggestion } from '../../kernel/nearest-name.js';

/** Reads the name of a figure; `cost` is the cost of the run. */
export function figureName(text: string): FigureName {
  const name = text === 'cost' ? 'cost_usd' : text;
  const known = FIGURE_NAMES.find((each) => each === name);
  if (known !== undefined) return known;
  throw new InvalidArgumentError(`unknown figure "${text}"${suggestion(text, FIGURE_NAMES)}`);
}

/** Reads names of figures joined by commas, or `all`. */
export function figureNames(text: string): readonly FigureName[] {
  if (text === 'all') return FIGURE_NAMES;
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) throw new InvalidArgumentError('expected names such as cost_usd,latency_p99');
  return [...new Set(names.map(figureName))];
}
