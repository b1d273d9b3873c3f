import type { Finding, FindingPlace } from '../../findings/finding.js';
import type { Diagnostic } from '../../scenario/document/diagnostic.js';
import type { DocumentPath, ScenarioDocument } from '../../scenario/document/scenario-document.js';
import { isMapping } from '../../scenario/form/choice.js';

/** A finding of a file, with its place there, counted from 1; of what an option says there is none. */
export interface PlacedFinding extends Finding, Pick<Diagnostic, 'path' | 'line' | 'column'> {
  readonly file: string;
}

/** Finds the places of findings in the text that they are about. */
export function placedFindings(
  file: string,
  document: ScenarioDocument,
  findings: readonly Finding[],
): readonly PlacedFinding[] {
  return findings.map((finding) => {
    const { path, line, column } = document.diagnostic(pathOf(finding.place, document.value), '');
    return { ...finding, file, path, line, column };
  });
}

function pathOf({ section, name, keys }: FindingPlace, root: unknown): DocumentPath {
  const content: unknown = isMapping(root) ? root[section] : undefined;
  if (Array.isArray(content)) {
    const index = content.findIndex((item: unknown) => isMapping(item) && item['name'] === name);
    return index < 0 ? [section] : [section, index, ...keys];
  }
  return isMapping(content) && section === 'computes' ? [section, 'template', ...keys] : [section];
}
