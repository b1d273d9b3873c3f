/** Why there is no PostgreSQL server, or why one does not do what it should: what, where, and what to do. */
export class PostgresProblem extends Error {
  override readonly name = 'PostgresProblem';
}

/** What an error says, whatever it is. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
