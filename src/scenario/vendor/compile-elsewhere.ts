import { AUTOSCALING_MAX_CU } from '../../compute/size.js';
import { suggestion } from '../../kernel/nearest-name.js';
import { NotComparable } from '../../vendors/vendor-bill.js';
import { vendors } from '../../vendors/vendor-file.js';
import { ScenarioError } from '../document/diagnostic.js';
import type { ScenarioDocument } from '../document/scenario-document.js';
import type { Scenario } from '../scenario.js';
import { DEFAULT_VENDOR } from '../sections/vendor.js';
import { type VendorTerms, vendorTerms } from './vendor-terms.js';

/**
 * A scenario under the rules and prices of the vendor that it names.
 * @param base as on Neon
 * @param compile compiles the document with more overrides
 * @param isUnsized whether any size is assumed if a size is missing
 * @throws ScenarioError for an unknown vendor, and with the reason for one that cannot run the scenario
 */
export async function compiledElsewhere(
  base: Scenario,
  document: ScenarioDocument,
  compile: (overrides: readonly string[], terms: VendorTerms) => Promise<Scenario>,
  isUnsized: boolean,
): Promise<Scenario> {
  const named = base.vendor!;
  const books = vendors();
  const ids = books.map(({ id }) => id);
  if (!ids.includes(named.name)) {
    const hint = suggestion(named.name, [DEFAULT_VENDOR, ...ids]);
    const message = `unknown vendor "${named.name}"${hint}`;
    throw new ScenarioError([document.diagnostic(['vendor'], message)]);
  }
  try {
    const { sizes } = books.find(({ id }) => id === named.name)!;
    if (!isUnsized || sizes === undefined || named.size !== undefined) {
      const terms = vendorTerms(books, base, named);
      return await compile(terms.overrides, terms);
    }
    const largest = sizes.findLast(({ vcpu = 0 }) => vcpu <= AUTOSCALING_MAX_CU);
    const terms = vendorTerms(books, base, { ...named, size: largest?.name });
    // The first warning names the size.
    const assumed = await compile(terms.overrides, { ...terms, warnings: terms.warnings.slice(1) });
    return { ...assumed, vendor: named, computes: base.computes };
  } catch (error) {
    const diagnostic = document.diagnostic(['vendor'], reasonIn(error));
    throw new ScenarioError([diagnostic], new Set([diagnostic]));
  }
}

/** Why a vendor cannot run a scenario. @throws any other error */
function reasonIn(error: unknown): string {
  if (error instanceof NotComparable) return error.message;
  if (!(error instanceof ScenarioError)) throw error;
  return `the scenario cannot be run by its rules: ${error.diagnostics[0]!.message}`;
}
