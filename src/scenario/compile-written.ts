import { AUTOSCALING_MAX_CU } from '../compute/size.js';
import { suggestion } from '../kernel/nearest-name.js';
import { NotComparable } from '../vendors/vendor-bill.js';
import { type CompileContext, compileScenario } from './compile-scenario.js';
import { ScenarioError } from './document/diagnostic.js';
import { readScenarioDocument } from './document/scenario-document.js';
import type { Scenario } from './scenario.js';
import { DEFAULT_VENDOR, namesOtherVendor } from './sections/vendor.js';
import { RULES_ELSEWHERE } from './vendor/vendor-settings.js';
import { isPartOf, type VendorTerms, vendorTerms } from './vendor/vendor-terms.js';

/** The text of a scenario, its name in messages, and overrides as `path=value`. */
export interface WrittenScenario {
  readonly text: string;
  readonly file: string;
  readonly set: readonly string[];
}

/**
 * Compiles a scenario, under the rules and prices of the vendor that it names.
 * @param elsewhere whether it may name another vendor than Neon. `unsized`: a size that is missing is not chosen yet, and
 *   any is assumed. `as-written`: the vendor's rules and prices do not apply yet
 * @throws ScenarioError with every problem, for an unknown vendor, and with the reason for one that cannot run it
 */
export async function compileWritten(
  { text, file, set }: WrittenScenario,
  context: CompileContext,
  elsewhere: boolean | 'unsized' | 'as-written',
): Promise<Scenario> {
  const document = readScenarioDocument(text, file, set);
  if (elsewhere === false) return await compileScenario(document, context);
  const changed = (overrides: readonly string[], vendor: NonNullable<CompileContext['vendor']>) =>
    compileScenario(readScenarioDocument(text, file, [...set, ...overrides]), { ...context, vendor });
  const base = namesOtherVendor(document)
    ? await changed(RULES_ELSEWHERE, 'pending')
    : await compileScenario(document, { ...context, vendor: 'pending' });
  if (base.vendor === undefined || elsewhere === 'as-written') return base;
  const named = base.vendor;
  const books = context.outside.vendors();
  const ids = books.map(({ id }) => id);
  if (!ids.includes(named.name)) {
    const hint = suggestion(named.name, [DEFAULT_VENDOR, ...ids]);
    const message = `unknown vendor "${named.name}"${hint}`;
    throw new ScenarioError([document.diagnostic(['vendor'], message)]);
  }
  try {
    const { sizes } = books.find(({ id }) => id === named.name)!;
    if (elsewhere !== 'unsized' || sizes === undefined || named.size !== undefined) {
      const terms = vendorTerms(books, base, named);
      return withBases(await changed(terms.overrides, terms), terms);
    }
    const largest = sizes.findLast(({ vcpu = 0 }) => vcpu <= AUTOSCALING_MAX_CU);
    const terms = vendorTerms(books, base, { ...named, size: largest?.name });
    // The first warning names the size.
    const assumed = await changed(terms.overrides, { ...terms, warnings: terms.warnings.slice(1) });
    return { ...withBases(assumed, terms), vendor: named, computes: base.computes };
  } catch (error) {
    const diagnostic = document.diagnostic(['vendor'], reasonIn(error));
    throw new ScenarioError([diagnostic], new Set([diagnostic]));
  }
}

/** A scenario whose settings by the vendor are not listed as the scenario's. */
function withBases(scenario: Scenario, { bases }: VendorTerms): Scenario {
  const assumptions = scenario.assumptions
    .filter(({ name }) => name !== 'model.rules')
    .map((assumption) => {
      const basis = bases.find(({ path }) => isPartOf(assumption.name, path));
      if (basis === undefined || assumption.set_by !== 'scenario') return assumption;
      const { source, confidence } = basis;
      return { ...assumption, source, confidence, set_by: 'vendor' as const };
    });
  return Object.freeze({ ...scenario, assumptions });
}

/** Why a vendor cannot run a scenario. @throws any other error */
function reasonIn(error: unknown): string {
  if (error instanceof NotComparable) return error.message;
  if (!(error instanceof ScenarioError)) throw error;
  return `the scenario cannot be run by its rules: ${error.diagnostics[0]!.message}`;
}
