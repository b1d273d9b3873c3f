/** Why a field is no count or level, and what was expected. */
export function badValue(field: string, kind: 'counts' | 'level'): string {
  const expected = kind === 'counts' ? 'a count such as 42' : 'a level such as 37.5';
  if (field === '') {
    return `the field is empty; expected ${expected}. Write 0 where there was nothing, or delete the row: it is then reported as a gap`;
  }
  if (/^-\d/.test(field)) return `${field} is negative; expected ${expected}, 0 or more`;
  const hint = /^\d{1,3}(,\d{3})+$/.test(field) ? ', without separators of thousands' : '';
  return `"${field}" is not a number; expected ${expected}${hint}`;
}

/**
 * Why a field is no time, and what was expected.
 *
 * @param like_first what the rows before it hold, in words; `undefined` in the first row
 */
export function badTime(field: string, like_first: string | undefined): string {
  const expected =
    like_first === undefined
      ? 'a timestamp such as 2026-01-05T14:30:00Z, a Unix time or a number of seconds'
      : `${like_first}, as in the first row`;
  const what = field === '' ? 'the time is missing' : `"${field}" is not a time`;
  const ambiguous = /^\d{1,2}[/.]\d{1,2}[/.]\d{4}/.test(field);
  const hint = ambiguous ? '. Day and month cannot be told apart: write the year first' : '';
  return `${what}; expected ${expected}${hint}`;
}
