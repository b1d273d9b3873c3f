/** The secret of an `Authorization: Bearer …` header; `undefined` when there is none. */
export function bearerSecret(header: string | undefined): string | undefined {
  const match = header === undefined ? null : /^bearer +(\S+) *$/i.exec(header);
  return match?.[1];
}
