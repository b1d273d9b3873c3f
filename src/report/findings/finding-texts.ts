import type { Finding } from '../../findings/finding.js';

/** Findings as sentences with their name, for a screen, a page and Markdown. */
export function findingTexts(findings: readonly Finding[]): readonly string[] {
  return findings.map(({ id, message }) => `${message} (${id})`);
}
