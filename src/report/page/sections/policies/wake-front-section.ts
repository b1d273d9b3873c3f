import type { PolicyComparison } from '../../../../planner/policies/policy-comparison.js';
import { wakeFrontBlock } from '../../../answers/wake-front-block.js';
import { type Section, section } from '../../markup/section.js';
import { blocksMarkup } from '../blocks-markup.js';

/** The suspension policies by what a wake is worth; no section where they are not compared. */
export function wakeFrontSection({ front }: PolicyComparison): readonly Section[] {
  if (front === null) return [];
  const { title = '', ...block } = wakeFrontBlock(front);
  return [section('worth', 'What a wake is worth', title, blocksMarkup([block]))];
}
