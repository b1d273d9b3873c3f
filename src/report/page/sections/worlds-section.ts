import type { ReportBlock } from '../../text/text-report.js';
import { type Section, section } from '../markup/section.js';
import { blocksMarkup } from './blocks-markup.js';

/** What was found over worlds drawn from the intervals of a scenario; no section where none were drawn. */
export function worldsSection(blocks: readonly ReportBlock[]): readonly Section[] {
  if (blocks.length === 0) return [];
  return [section('worlds', 'Worlds', 'Over what nobody knows exactly', blocksMarkup(blocks))];
}
