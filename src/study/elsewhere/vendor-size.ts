import { setImmediate as nextTurn } from 'node:timers/promises';
import { parse } from 'yaml';
import { billOf } from '../../cost/bill/bill.js';
import { RunRecord } from '../../cost/bill/run-record.js';
import { GIB } from '../../kernel/units.js';
import { refusal, ScenarioError } from '../../scenario/document/diagnostic.js';
import { readScenarioDocument } from '../../scenario/document/scenario-document.js';
import { isMapping } from '../../scenario/form/shown.js';
import type { Scenario } from '../../scenario/scenario.js';
import { DEFAULT_VENDOR, writtenVendor } from '../../scenario/sections/vendor.js';
import { connectionsWith, PLAN_ELSEWHERE } from '../../scenario/vendor/vendor-settings.js';
import type { ComputeObservations } from '../../simulation/run/observation.js';
import { NotComparable } from '../../vendors/vendor-bill.js';
import { type Vendor, type VendorSize, vendorOf } from '../../vendors/vendor-file.js';
import {
  compileSource,
  compileVariant,
  type ScenarioSource,
  type SourcedVariant,
} from '../runs/scenario-source.js';
import { runVariant } from '../runs/variant.js';

/**
 * The smallest size with the vCPUs and memory of the sufficient CU, and enough connections for the peak.
 * @param cu the size that suffices, as the bill's provisioned machine
 * @throws NotComparable if there is none
 */
export function sizeFor(
  vendor: Vendor,
  scenario: Scenario,
  cu: number,
  { connections: { peak } }: Pick<ComputeObservations, 'connections'>,
): VendorSize {
  const memory_gib = (cu * scenario.model.memory_per_cu) / GIB;
  const found = vendor.sizes!.find(
    (size) =>
      size.vcpu >= cu &&
      size.memory_gib >= memory_gib - 1e-9 &&
      (size.connections ?? connectionsWith(vendor, size.memory_gib * GIB)) >= peak,
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

/** One end of the costs of a vendor whose cost is a range, or a vendor as it is named. */
interface VendorEnd {
  /** As a scenario has it. */
  readonly written: string;
  readonly end: 'least' | 'most' | undefined;
}

/** Both ends of the costs of a vendor whose cost is a range; otherwise the vendor as it is named. */
export function vendorEnds(written: string): readonly VendorEnd[] {
  const named: unknown = parse(written);
  const choice = isMapping(named) ? named : { name: named };
  const policies = vendorOf(choice['name'])?.scaling?.policies ?? [];
  if (policies.length < 2 || 'bound' in choice) return [{ written, end: undefined }];
  const keys = written.replace(/^\s*\{|\}\s*$/g, '').trim();
  const settings = isMapping(named) ? keys : `name: ${written}`;
  return (['least', 'most'] as const).map((end) => ({ written: `{ ${settings}, bound: ${end} }`, end }));
}

/** The lower end of a vendor whose cost is a range, unless the scenario names an end. @throws as compiling does */
export async function lowerEnd({ scenario, source }: SourcedVariant): Promise<Scenario | undefined> {
  const { vendor } = scenario;
  if (vendor === undefined || vendorEnds(JSON.stringify(vendor)).length === 1) return undefined;
  const end = `vendor=${JSON.stringify({ ...vendor, bound: 'least' })}`;
  return compileSource({ ...source!, set: [...source!.set, end] });
}

/**
 * A source whose scenario may name another vendor. If that vendor has fixed sizes, and none is named, it is the smallest
 * that suffices for every compute in a run on Neon.
 * @throws ScenarioError for a vendor without such a size, and as compiling and running does
 */
export async function elsewhereSource(source: ScenarioSource, signal?: AbortSignal): Promise<ScenarioSource> {
  const asked = { ...source, elsewhere: true };
  if (![source.text, ...source.set].some((each) => each.includes('vendor'))) return asked;
  const document = readScenarioDocument(source.text, source.file, source.set);
  const choice = writtenVendor(document);
  const vendor = choice && vendorOf(choice['name']);
  if (vendor?.sizes === undefined || vendor.ship !== 'compare' || choice?.['size'] !== undefined)
    return asked;
  const base = await compileVariant({
    ...source,
    set: [...source.set, `vendor=${DEFAULT_VENDOR}`, PLAN_ELSEWHERE],
  });
  if (base.scenario.fleet !== undefined) return asked;
  const observer = new RunRecord(base.scenario);
  const { observations } = await runVariant(base, {
    observer,
    async progress() {
      await nextTurn();
      signal?.throwIfAborted();
    },
  });
  const bill = billOf(base.scenario, observations, observer, { period: 'month' });
  try {
    const sizes = (bill.provisioned?.sizes_cu ?? []).map((cu, index) =>
      sizeFor(vendor, base.scenario, cu, observations.computes[index]!),
    );
    return {
      ...asked,
      set: [...source.set, `vendor=${JSON.stringify({ ...choice, size: commonSize(sizes) })}`],
    };
  } catch (error) {
    if (!(error instanceof NotComparable)) throw error;
    const diagnostic = document.diagnostic(['vendor'], error.message);
    throw new ScenarioError([diagnostic], new Set([diagnostic]));
  }
}

/**
 * Refuses a workbook for other vendors: its formulas look prices up in the price book.
 * @throws ScenarioError
 */
export function refuseWorkbook(xlsx: string | undefined, isElsewhere: boolean): void {
  if (xlsx === undefined || !isElsewhere) return;
  throw refusal(
    '--xlsx',
    `a workbook has the prices of ${DEFAULT_VENDOR} alone; leave out the option or the vendor`,
  );
}
