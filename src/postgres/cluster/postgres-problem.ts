/** A PostgreSQL server that is missing or fails; the message has place, problem and remedy. */
export class PostgresProblem extends Error {
  override readonly name = 'PostgresProblem';
}

/** The message of any thrown value. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // An AggregateError of a host with several unreachable addresses has no message; its first error has.
  const { errors } = error as { readonly errors?: readonly unknown[] };
  return error.message || (errors?.length ? reasonOf(errors[0]) : error.name);
}
