/** Why there is no PostgreSQL server, or why one does not do what it should: what, where, and what to do. */
export class PostgresProblem extends Error {
  override readonly name = 'PostgresProblem';
}

/** The message of any thrown value. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // A name with several unreachable addresses: the first error gives the reason.
  const { errors } = error as { readonly errors?: readonly unknown[] };
  return error.message || (errors?.length ? reasonOf(errors[0]) : error.name);
}
