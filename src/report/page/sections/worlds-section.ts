import type { ReportBlock } from '../../text/text-report.js';
import type { Content } from '../markup/markup.js';
import { type Section, section } from '../markup/section.js';
import { blocksMarkup } from './blocks-markup.js';

/**
 * What was found over worlds drawn from the intervals of a scenario; no section where none were drawn.
 * @param drawing of it, above the rest
 */
export function worldsSection(blocks: readonly ReportBlock[], drawing: Content = null): readonly Section[] {
  if (blocks.length === 0) return [];
  return [section('worlds', 'Worlds', 'Over what nobody knows exactly', [drawing, blocksMarkup(blocks)])];
}
