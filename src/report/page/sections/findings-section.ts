import type { Finding } from '../../../findings/finding.js';
import type { Summary } from '../../figures/summary.js';
import { html, named } from '../markup/markup.js';
import { type Section, section } from '../markup/section.js';
import { table, words } from '../markup/table.js';

/** What is worth a look in the scenario and its run; nothing where there is none. */
export function findingsSections({ findings = [] }: Summary): readonly Section[] {
  if (findings.length === 0) return [];
  const columns = [
    words<Finding>('Finding', ({ id }) => html`<code>${id}</code>`),
    words<Finding>('What was found', ({ message }) => named(message)),
  ];
  const content = table('What is worth a look', columns, findings, { quiet: true });
  return [section('findings', 'Findings', 'Worth a look', content)];
}
