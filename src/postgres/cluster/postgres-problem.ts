/** Why there is no PostgreSQL server, or why one does not do what it should: what, where, and what to do. */
export class PostgresProblem extends Error {
  override readonly name = 'PostgresProblem';
}

/** What an error says, whatever it is. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Of a name with several addresses, none of which answers, the first says why.
  const { errors } = error as { readonly errors?: readonly unknown[] };
  return error.message || (errors?.length ? reasonOf(errors[0]) : error.name);
}
