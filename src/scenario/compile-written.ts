import { suggestion } from '../kernel/nearest-name.js';
import { NotComparable } from '../vendors/vendor-bill.js';
import { type CompileContext, compileScenario } from './compile-scenario.js';
import { ScenarioError } from './document/diagnostic.js';
import { readScenarioDocument } from './document/scenario-document.js';
import type { Scenario } from './scenario.js';
import { namedPlan } from './sections/plan.js';
import { DEFAULT_VENDOR, namesOtherVendor, vendorRefusal } from './sections/vendor.js';
import { RULES_ELSEWHERE } from './vendor/vendor-settings.js';
import { assumedSize, isPartOf, type VendorTerms, vendorTerms } from './vendor/vendor-terms.js';

/** The text of a scenario, its name in messages, and overrides as `path=value`. */
export interface WrittenScenario {
  readonly text: string;
  readonly file: string;
  readonly set: readonly string[];
}

/**
 * Compiles a scenario that may name another vendor, before the rules and prices of that vendor apply.
 * @throws ScenarioError with every problem
 */
export async function compileAsWritten(
  { text, file, set }: WrittenScenario,
  context: CompileContext,
): Promise<Scenario> {
  const document = readScenarioDocument(text, file, set);
  const vendor = 'pending';
  if (!namesOtherVendor(document)) return await compileScenario(document, { ...context, vendor });
  const lifted = readScenarioDocument(text, file, [...set, ...RULES_ELSEWHERE]);
  return await compileScenario(lifted, { ...context, vendor, written_plan: namedPlan(document) });
}

/**
 * Compiles a scenario, under the rules and prices of the vendor that it names.
 * @param isSized whether a size that the vendor needs is expected; otherwise any is assumed if none is named
 * @throws ScenarioError with every problem, for an unknown vendor, and with the reason for one that cannot run it
 */
export async function compileWritten(
  written: WrittenScenario,
  context: CompileContext,
  isSized = true,
): Promise<Scenario> {
  const base = await compileAsWritten(written, context);
  const named = base.vendor;
  if (named === undefined) return base;
  const { text, file, set } = written;
  const document = readScenarioDocument(text, file, set);
  const books = context.outside.vendors();
  const vendor = books.find(({ id }) => id === named.name);
  if (vendor === undefined) {
    const hint = suggestion(named.name, [DEFAULT_VENDOR, ...books.map(({ id }) => id)]);
    const message = `unknown vendor "${named.name}"${hint}`;
    throw new ScenarioError([document.diagnostic(['vendor'], message)]);
  }
  const size = isSized || named.size !== undefined ? undefined : assumedSize(vendor);
  try {
    const terms = vendorTerms(books, base, size === undefined ? named : { ...named, size });
    const changed = readScenarioDocument(text, file, [...set, ...terms.overrides]);
    // The first warning names the size.
    const warnings = size === undefined ? terms.warnings : terms.warnings.slice(1);
    const compiled = await compileScenario(changed, {
      ...context,
      vendor: { ...terms, warnings },
      written_plan: namedPlan(document),
    });
    const scenario = withBases(compiled, terms);
    return size === undefined ? scenario : { ...scenario, vendor: named, computes: base.computes };
  } catch (error) {
    throw vendorRefusal(document, reasonIn(error));
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
