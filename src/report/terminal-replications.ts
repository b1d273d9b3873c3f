import { percent } from './figure-text.js';
import type { Summary } from './summary.js';
import { type TextLine, wrapped } from './text-block.js';

/** What the half-widths beside the figures are, and what became of the precision asked for; none for a single run. */
export function replicationLines(summary: Summary, width: number): readonly TextLine[] {
  const { ci, replications, precision, slo } = summary;
  if (ci === undefined) return [];
  const level = percent(ci.total.cu_hours?.confidence ?? 0);
  const doubt = slo.some(({ clear }) => clear === false)
    ? '; met? or MISSED? where it reaches across the target'
    : '';
  const intervals = `means of ${replications} replications; ± half of the ${level} interval of the mean${doubt}`;
  if (precision === undefined) return wrapped('Replications', intervals, width);
  const { relative, reached, figures } = precision;
  const named = figures.map(({ figure }) => figure).join(' and ');
  const verdict = reached
    ? `stopped when ${named} ${figures.length > 1 ? 'were' : 'was'} known to ${percent(relative)}`
    : `the precision of ${percent(relative)} was not reached`;
  return wrapped('Replications', `${intervals}; ${verdict}`, width);
}
