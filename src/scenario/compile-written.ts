import { suggestion } from '../kernel/nearest-name.js';
import { NotComparable } from '../vendors/vendor-bill.js';
import { type CompileContext, compileScenario } from './compile-scenario.js';
import { ScenarioError } from './document/diagnostic.js';
import { readScenarioDocument } from './document/scenario-document.js';
import type { Scenario } from './scenario.js';
import { namedPlan } from './sections/plan.js';
import { DEFAULT_VENDOR, namesOtherVendor, vendorRefusal } from './sections/vendor.js';
import { RULES_ELSEWHERE } from './vendor/vendor-settings.js';
import { isPartOf, unsizedTerms, type VendorTerms, vendorTerms } from './vendor/vendor-terms.js';

/** The text of a scenario, its name in messages, and overrides as `path=value`. */
export interface WrittenScenario {
  readonly text: string;
  readonly file: string;
  readonly set: readonly string[];
}

/**
 * Whether the rules and prices of a vendor apply; `unsized`: with any size that fits, if it needs one and none is set;
 * `pending`: they are applied later.
 */
type Elsewhere = true | 'unsized' | 'pending';

/**
 * Compiles a scenario that may name another vendor.
 * @throws ScenarioError with every problem, for an unknown vendor, and with the reason for one that cannot run it
 */
export async function compileWritten(
  { text, file, set }: WrittenScenario,
  context: CompileContext,
  elsewhere: Elsewhere = true,
): Promise<Scenario> {
  const document = readScenarioDocument(text, file, set);
  const pending = { ...context, vendor: 'pending' } as const;
  if (!namesOtherVendor(document)) return await compileScenario(document, pending);
  const written_plan = namedPlan(document);
  const base = await compileScenario(document.changed(RULES_ELSEWHERE), { ...pending, written_plan });
  const named = base.vendor;
  if (named === undefined || elsewhere === 'pending') return base;
  const books = context.outside.vendors();
  const vendor = books.find(({ id }) => id === named.name);
  if (vendor === undefined) {
    const hint = suggestion(named.name, [DEFAULT_VENDOR, ...books.map(({ id }) => id)]);
    const message = `unknown vendor "${named.name}"${hint}`;
    throw new ScenarioError([document.diagnostic(['vendor'], message)]);
  }
  const isUnsized = elsewhere === 'unsized' && vendor.sizes !== undefined && named.size === undefined;
  try {
    const terms = (isUnsized ? unsizedTerms : vendorTerms)(books, base, named);
    // The first warning names the size.
    const warnings = isUnsized ? terms.warnings.slice(1) : terms.warnings;
    const compiled = await compileScenario(document.changed(terms.overrides), {
      ...context,
      vendor: { ...terms, warnings },
      written_plan,
    });
    const scenario = withBases(compiled, terms);
    return isUnsized ? { ...scenario, vendor: named, computes: base.computes } : scenario;
  } catch (error) {
    throw vendorRefusal(document, reasonIn(error));
  }
}

/** Lists the settings that the vendor determines as the vendor's, not as the scenario's. */
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
