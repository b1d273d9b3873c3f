import type { Comparison } from '../../planner/comparison.js';
import { comparisonTables } from '../comparison-table.js';
import type { Section } from './section.js';
import { tableNotes, textTables } from './tables-section.js';

/** How each variant of a comparison differs from the first, with what the marks mean. */
export function differencesSection(comparison: Comparison): Section {
  const { tables, notes } = comparisonTables(comparison);
  return {
    id: 'differences',
    short: 'Differences',
    title: 'Differences',
    content: [textTables(tables), tableNotes(notes)],
  };
}
