import type { Finding } from '../../findings/finding.js';

/** A summary without the findings that an option says to leave out. */
export function heeded<Summary extends { readonly findings?: readonly Finding[] }>(
  summary: Summary,
  ignored: readonly string[] | undefined,
): Summary {
  const { findings } = summary;
  if (findings === undefined || ignored === undefined) return summary;
  return { ...summary, findings: findings.filter(({ id }) => !ignored.includes(id)) };
}
