import type { Finding, FindingPlace } from '../../findings/finding.js';
import type { Diagnostic } from '../../scenario/document/diagnostic.js';
import {
  type DocumentPath,
  readScenarioDocument,
  type ScenarioDocument,
} from '../../scenario/document/scenario-document.js';
import { isMapping } from '../../scenario/form/shown.js';
import type { ScenarioSource } from '../../study/runs/scenario-source.js';

/** A finding with its place in the file, counted from 1; without a place if an option caused it. */
export interface PlacedFinding extends Omit<Finding, 'line'>, Pick<Diagnostic, 'path' | 'line' | 'column'> {
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

/** Findings of a run with their lines in the file that it was compiled from. */
export function findingsInFile(
  { file, text, set }: Pick<ScenarioSource, 'file' | 'text' | 'set'>,
  findings: readonly Finding[],
): readonly Finding[] {
  if (findings.length === 0) return findings;
  return placedFindings(file, readScenarioDocument(text, file, set), findings).map(({ line }, index) => ({
    ...findings[index]!,
    ...(line !== undefined && { line }),
  }));
}

function pathOf({ section, name, keys }: FindingPlace, root: unknown): DocumentPath {
  const content: unknown = isMapping(root) ? root[section] : undefined;
  if (Array.isArray(content)) {
    const index = content.findIndex((item: unknown) => isMapping(item) && item['name'] === name);
    return index < 0 ? [section] : [section, index, ...keys];
  }
  return isMapping(content) && section === 'computes' ? [section, 'template', ...keys] : [section];
}
