import { z } from 'zod';
import type { GivenPrices } from '../../vendors/vendor-bill.js';
import { type Diagnostic, ruledOut, type ScenarioError } from '../document/diagnostic.js';
import type { ScenarioDocument } from '../document/scenario-document.js';
import { oneOfForms } from '../form/choice.js';
import { quantity, USD } from '../form/quantity-schema.js';
import { record } from '../form/record.js';
import { MAPPING } from '../form/section.js';
import { isMapping } from '../form/shown.js';
import { text, word } from '../form/text-schema.js';

/** The platform that a scenario without a vendor runs on. */
export const DEFAULT_VENDOR = 'neon';

/** Commands that simulate other platforms. */
const ELSEWHERE = 'run, studio, bill, plan, capacity, compare and sweep';

/** Ends of the cost of a vendor that does not publish every rule. */
const BOUNDS = ['least', 'most'] as const;

/** A vendor as a scenario names it. */
export interface VendorChoice {
  readonly name: string;
  readonly plan?: string | undefined;
  readonly size?: string | undefined;
  readonly bound?: (typeof BOUNDS)[number] | undefined;
  /** In US dollars by item, instead of the vendor's. */
  readonly price?: GivenPrices | undefined;
}

export const vendorName = text(
  'the id of a vendor such as neon, aurora-serverless or xata',
  64,
  'Id of the vendor, see docs/vendors.md.',
);

export const vendor = oneOfForms(
  'the id of a vendor such as aurora-serverless, or { name, plan, size, bound, price }',
  [
    { name: '*', schema: vendorName.transform((name): VendorChoice => ({ name })) },
    {
      name: 'name',
      schema: record({
        name: vendorName,
        plan: text('the name of a plan of the vendor', 64, 'Plan; left out: the cheapest.').optional(),
        size: text(
          'the name of a size of the vendor',
          64,
          'Size of every compute, for vendors with fixed sizes; left out: the smallest that suffices.',
        ).optional(),
        bound: word(
          BOUNDS,
          'End of the range of costs, for vendors that do not publish how fast they scale; left out: most.',
        ).optional(),
        price: z
          .record(
            text('the name of an item such as compute or storage', 64),
            quantity(USD, "Price in US dollars per unit, instead of the vendor's."),
            `${MAPPING} such as { compute: 0.14 }`,
          )
          .meta({
            description:
              'Prices by item, such as { compute: 0.14 } of another region; required for vendors without published prices.',
          })
          .optional(),
      }),
    },
  ],
  {
    description: `Platform whose rules and prices apply, see docs/vendors.md; left out: neon. Simulated by ${ELSEWHERE}.`,
  },
);

function writtenVendor({ value }: ScenarioDocument): unknown {
  return isMapping(value) ? value['vendor'] : undefined;
}

/** The vendor that a document names; `undefined`: none, or one that cannot be read. */
export function namedVendor(document: ScenarioDocument): VendorChoice | undefined {
  return vendor.safeParse(writtenVendor(document)).data;
}

export function namesOtherVendor(document: ScenarioDocument): boolean {
  const written = writtenVendor(document);
  const name = isMapping(written) ? written['name'] : written;
  return written !== undefined && name !== DEFAULT_VENDOR;
}

/** The override that chooses a vendor. */
export function vendorOverride(choice: VendorChoice): string {
  return `vendor=${JSON.stringify(choice)}`;
}

/** The reason why the vendor of a document cannot run its scenario, as an error. */
export function vendorRefusal(document: ScenarioDocument, reason: string): ScenarioError {
  return ruledOut(document.diagnostic(['vendor'], reason));
}

/**
 * Refuses other vendors in commands that only simulate Neon, and settings of other vendors on Neon.
 * @param isElsewhere whether the command simulates other vendors
 */
export function vendorProblems(
  choice: VendorChoice | undefined,
  document: ScenarioDocument,
  isElsewhere: boolean,
): readonly Diagnostic[] {
  if (choice === undefined) return [];
  const { name, ...others } = choice;
  if (name !== DEFAULT_VENDOR) {
    if (isElsewhere) return [];
    const message = `this command only simulates ${DEFAULT_VENDOR}; expected neap ${ELSEWHERE} for "${name}", or --set vendor=${DEFAULT_VENDOR}`;
    return [document.diagnostic(['vendor'], message)];
  }
  return Object.entries(others)
    .filter(([, value]) => value !== undefined)
    .map(([key]) => document.diagnostic(['vendor', key], `${DEFAULT_VENDOR} has no "${key}"; leave it out`));
}
