import { readFileSync } from 'node:fs';

/** One case of `theory.json`: closed forms and numerical solutions computed independently of this project. */
export interface TheoryCase {
  readonly id: string;
  readonly family: string;
  readonly description: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly expected: Readonly<Record<string, number>>;
}

const file = new URL('./theory.json', import.meta.url);
const cases: readonly TheoryCase[] = JSON.parse(readFileSync(file, 'utf8')).cases;

/** The case with this id, such as `K1`; an error if it is missing. */
export function theoryCase(id: string): TheoryCase {
  const found = cases.find((candidate) => candidate.id === id);
  if (found === undefined) throw new Error(`theory.json has no case ${id}`);
  return found;
}
