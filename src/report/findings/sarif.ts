import { FINDING_RULES } from '../../findings/catalogue.js';
import { FINDING_IDS } from '../../scenario/sections/settings.js';
import type { PlacedFinding } from './placed-finding.js';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/**
 * Findings as a log of the Static Analysis Results Interchange Format 2.1.0 (OASIS), which code hosts show on the lines
 * of a file.
 * @param version of this program
 */
export function sarifLog(findings: readonly PlacedFinding[], version: string) {
  return {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'neap', semanticVersion: version, rules: FINDING_IDS.map(ruleOf) } },
        columnKind: 'utf16CodeUnits',
        results: findings.map((finding) => ({
          ruleId: finding.id,
          ruleIndex: FINDING_IDS.indexOf(finding.id),
          level: 'warning',
          message: { text: plain(`${finding.message}.`) },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: uriOf(finding.file) },
                ...(finding.line !== undefined && {
                  region: { startLine: finding.line, startColumn: finding.column ?? 1 },
                }),
              },
              logicalLocations: [{ fullyQualifiedName: finding.path === '' ? finding.id : finding.path }],
            },
          ],
          properties: { [finding.figure.name]: finding.figure.value },
        })),
      },
    ],
  };
}

function ruleOf(id: (typeof FINDING_IDS)[number]) {
  const { title, help } = FINDING_RULES[id];
  return {
    id,
    shortDescription: { text: `${title}.` },
    fullDescription: { text: help },
    help: { text: help },
    defaultConfiguration: { level: 'warning' },
  };
}

/** Escapes placeholders (`{0}`) and links (`[text](target)`), which names may look like. */
function plain(text: string): string {
  return text.replaceAll(/[{}]/g, '$&$&').replaceAll(/\[(?=[^\]]*\]\()/g, '\\[');
}

/** A path as a reference: relative ones stay relative, to the root of the repository. */
function uriOf(file: string): string {
  const parts = file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
  return parts.startsWith('/') ? `file://${parts}` : parts.replace(/^(\.\/)+/, '');
}
