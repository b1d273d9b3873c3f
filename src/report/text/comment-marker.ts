/**
 * A hidden line that identifies the comment of a command on a scenario, so that the next comment replaces it:
 * the same for the same command and scenario.
 */
export function commentMarker(command: string, scenario: string): string {
  return `<!-- neap ${command}: ${scenario.replaceAll(/[^\p{L}\p{N} ._]+/gu, '_')} -->`;
}
