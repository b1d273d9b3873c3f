/**
 * A line that is not shown, by which the comment of a command on a scenario is found again, to be replaced by the next one:
 * the same for the same command and scenario.
 */
export function commentMarker(command: string, scenario: string): string {
  return `<!-- neap ${command}: ${scenario.replaceAll(/[^\p{L}\p{N} ._]+/gu, '_')} -->`;
}
