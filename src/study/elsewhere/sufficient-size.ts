import { computePeaks, provisionedSizes } from '../../cost/bill/provisioned.js';
import { RunRecord } from '../../cost/bill/run-record.js';
import { GIB } from '../../kernel/units.js';
import { reaches } from '../../kernel/whole-steps.js';
import type { WrittenScenario } from '../../scenario/compile-written.js';
import { readScenarioDocument } from '../../scenario/document/scenario-document.js';
import type { Scenario } from '../../scenario/scenario.js';
import {
  DEFAULT_VENDOR,
  namedVendor,
  vendorOverride,
  vendorRefusal,
} from '../../scenario/sections/vendor.js';
import { ANY_PLAN, admittedConnections, isAlwaysOn } from '../../scenario/vendor/vendor-settings.js';
import { unsizedTerms } from '../../scenario/vendor/vendor-terms.js';
import type { ComputeObservations, RunObservations } from '../../simulation/run/observation.js';
import { NotComparable } from '../../vendors/vendor-bill.js';
import type { Vendor, VendorSize } from '../../vendors/vendor-file.js';

/**
 * The size for each compute of a vendor with fixed sizes.
 * @param sizes_cu the sizes that suffice, as the bill's provisioned machines; of a run that no quota ended
 * @throws NotComparable if there is none
 */
export function sufficientSizes(
  vendor: Vendor,
  scenario: Scenario,
  sizes_cu: readonly number[],
  computes: RunObservations['computes'],
): readonly VendorSize[] {
  return sizes_cu.map((cu, place) => sizeFor(vendor, scenario, cu, computes[place]!));
}

/** The smallest size with the vCPUs and memory of the sufficient CU, and enough connections for the peak. */
function sizeFor(
  vendor: Vendor,
  scenario: Scenario,
  cu: number,
  { connections: { peak } }: Pick<ComputeObservations, 'connections'>,
): VendorSize {
  const memory_gib = (cu * scenario.model.memory_per_cu) / GIB;
  const found = vendor.sizes!.find(
    (size) =>
      size.vcpu >= cu &&
      reaches(size.memory_gib, memory_gib) &&
      (size.connections ?? admittedConnections(vendor, size.memory_gib * GIB)) >= peak,
  );
  if (found !== undefined) return found;
  throw new NotComparable(
    `no size with a known price has ${cu} vCPU, ${Number(memory_gib.toFixed(1))} GiB and ${peak} connections`,
  );
}

/** The size of all computes, for a simulation. @throws NotComparable if they differ */
export function commonSize(sizes: readonly VendorSize[] | undefined): string | undefined {
  const names = new Set(sizes?.map(({ name }) => name));
  if (names.size < 2) return sizes?.[0]?.name;
  throw new NotComparable(`computes of the sizes ${[...names].join(', ')} cannot be simulated together`);
}

/** How a scenario is compiled with more overrides, and simulated. */
interface Sizing {
  compile(set: readonly string[]): Promise<Scenario>;
  run(scenario: Scenario, observer: RunRecord): Promise<RunObservations>;
}

/**
 * The override that names the size of a vendor with fixed sizes: the smallest that suffices for every compute in a run
 * on Neon, which no quota ends. It is left out if the scenario names a size or its vendor needs none.
 * @param books read only if the scenario names a vendor
 * @throws ScenarioError for a vendor without such a size, and as compiling and running does
 */
export async function sizeOverrides(
  { text, file, set }: WrittenScenario,
  books: () => readonly Vendor[],
  { compile, run }: Sizing,
): Promise<readonly string[]> {
  const document = readScenarioDocument(text, file, set);
  const choice = namedVendor(document);
  if (choice === undefined || choice.size !== undefined) return [];
  const vendor = books().find(({ id }) => id === choice.name);
  if (vendor?.sizes === undefined || vendor.ship !== 'compare') return [];
  const unlimited = isAlwaysOn(vendor) ? ['quota={}'] : [];
  const base = await compile([vendorOverride({ name: DEFAULT_VENDOR }), ANY_PLAN, ...unlimited]);
  try {
    // Reasons to refuse the vendor with any size come before the run.
    unsizedTerms(books(), base, choice);
    const record = new RunRecord(base);
    const observations = await run(base, record);
    const peaks = computePeaks(base, observations, record)!;
    const sizes = sufficientSizes(vendor, base, provisionedSizes(peaks), observations.computes);
    return [vendorOverride({ ...choice, size: commonSize(sizes) })];
  } catch (error) {
    if (!(error instanceof NotComparable)) throw error;
    throw vendorRefusal(document, error.message);
  }
}
