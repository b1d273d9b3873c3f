import { FINDING_RULES } from '../../findings/catalogue.js';
import type { PlacedFinding } from './placed-finding.js';

/**
 * Findings as commands that GitHub's runner turns into annotations on the lines of a pull request.
 * Source: docs.github.com, "Workflow commands for GitHub Actions".
 */
export function githubAnnotations(findings: readonly PlacedFinding[]): string {
  return findings
    .map(({ id, file, line, column, message }) => {
      const properties = [
        `file=${property(file)}`,
        ...(line === undefined ? [] : [`line=${line}`, `col=${column ?? 1}`]),
        `title=${property(FINDING_RULES[id].title)}`,
      ];
      return `::warning ${properties.join(',')}::${data(`${message} (${id})`)}\n`;
    })
    .join('');
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
