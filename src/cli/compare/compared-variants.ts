import { refusal } from '../../scenario/document/diagnostic.js';
import { type NamedChanges, type NamedVariants, namedVariants } from '../../study/compare/named-variants.js';
import { elsewhereSource } from '../../study/elsewhere/vendor-size.js';
import { compileVariant, readSource, type SourcedVariant } from '../../study/runs/scenario-source.js';

/**
 * Splits the arguments of all `--variant` options: a word without `=` begins the next variant, the changes follow.
 * Changes may be joined by commas as well, if the comma precedes another `path=` and is not inside brackets.
 * @throws ScenarioError for a variant without a name or without changes
 */
export function namedChanges(words: readonly string[]): readonly NamedChanges[] {
  const variants: { name: string; changes: string[] }[] = [];
  for (const word of words) {
    if (!word.includes('=')) variants.push({ name: word, changes: [] });
    else if (variants.length === 0) {
      throw refusal('--variant', `expected a name before ${word}, such as --variant bigger ${word}`);
    } else variants[variants.length - 1]!.changes.push(...splitChanges(word));
  }
  for (const { name, changes } of variants) {
    if (changes.length === 0) {
      throw refusal(
        '--variant',
        `"${name}" changes nothing; expected changes after its name, such as ${name} max=4 (files come before the options)`,
      );
    }
  }
  return variants;
}

function splitChanges(word: string): readonly string[] {
  const changes: string[] = [];
  for (const part of word.split(/,(?=\s*[\w.[\]"-]+=)/)) {
    const before = changes[changes.length - 1];
    // A comma inside brackets belongs to the value.
    if (before !== undefined && openBrackets(before) > 0) changes[changes.length - 1] = `${before},${part}`;
    else changes.push(part.trim());
  }
  return changes;
}

function openBrackets(text: string): number {
  return (text.match(/[{[]/g)?.length ?? 0) - (text.match(/[}\]]/g)?.length ?? 0);
}

/**
 * Loads the scenarios to compare: several files, or one file, unchanged and under each variant. All get the seed of the
 * first, so that they use the same random numbers.
 * @throws ScenarioError, TraceError for invalid ones
 */
export async function comparedVariants(
  files: readonly string[],
  options: { readonly set?: readonly string[]; readonly variant?: readonly string[] },
): Promise<NamedVariants> {
  const { set = [] } = options;
  const [file, ...others] = files;
  if (options.variant !== undefined) {
    if (others.length > 0) throw refusal('--variant', `it takes one file, and ${files.length} are given`);
    const source = await readSource(file!, { set });
    return namedVariants(source, namedChanges(options.variant), '--variant');
  }
  if (others.length === 0) {
    throw refusal(
      '--variant',
      `nothing to compare ${file} with; add another file, or a variant such as --variant bigger max=4`,
    );
  }
  const first = await compileVariant(await elsewhereSource(await readSource(file!, { set })));
  const { seed } = first.scenario;
  const all: SourcedVariant[] = [first];
  for (const other of others) {
    all.push(await compileVariant(await elsewhereSource(await readSource(other, { set, seed }))));
  }
  const names = all.map(({ name }) => name);
  const unique = new Set(names).size === names.length;
  const variants = unique
    ? all
    : all.map((variant, index) => ({ ...variant, name: `${index + 1}: ${files[index]!}` }));
  return { variants, not_allowed: [] };
}
