import { parse } from 'yaml';
import { refusal } from '../../scenario/document/diagnostic.js';
import { isMapping } from '../../scenario/form/shown.js';
import { asWritten } from '../../scenario/model/assumption.js';
import type { Scenario } from '../../scenario/scenario.js';
import { DEFAULT_VENDOR, vendorOverride } from '../../scenario/sections/vendor.js';
import { hasCostRange } from '../../vendors/vendor-bill.js';
import { vendorOf, vendors } from '../../vendors/vendor-file.js';
import { answer } from '../engine/engine.js';
import { observedRun } from '../engine/study.js';
import { compileSource, type ScenarioSource, type SourcedVariant } from '../runs/scenario-source.js';
import { sizeOverrides } from './sufficient-size.js';

/** One end of the range of a vendor's costs, or a vendor whose cost is not a range. */
interface VendorEnd {
  /** As written in a scenario. */
  readonly written: string;
  readonly end: 'least' | 'most' | undefined;
}

/** Both ends of the range of a vendor's costs; otherwise the vendor as written. */
export function vendorEnds(written: string): readonly VendorEnd[] {
  const named: unknown = parse(written);
  const choice = isMapping(named) ? named : { name: named };
  const vendor = vendorOf(choice['name']);
  if (vendor === undefined || !hasCostRange(vendor) || 'bound' in choice)
    return [{ written, end: undefined }];
  return (['least', 'most'] as const).map((end) => ({ written: asWritten({ ...choice, bound: end }), end }));
}

/** The lower end of a vendor whose cost is a range, unless the scenario names an end. @throws any error of compiling */
export async function lowerEnd({ scenario, source }: SourcedVariant): Promise<Scenario | undefined> {
  const { vendor } = scenario;
  if (vendor === undefined || vendorEnds(JSON.stringify(vendor)).length === 1) return undefined;
  const end = vendorOverride({ ...vendor, bound: 'least' });
  return compileSource({ ...source, set: [...source.set, end] });
}

/**
 * A source whose scenario may name another vendor. If that vendor has fixed sizes, and none is named, the smallest
 * one that suffices for every compute in a run on Neon is chosen.
 * @throws ScenarioError for a vendor without such a size, and any error of compiling and running
 */
export async function elsewhereSource(source: ScenarioSource, signal?: AbortSignal): Promise<ScenarioSource> {
  const asked = { ...source, elsewhere: true };
  if (![source.text, ...source.set].some((each) => each.includes('vendor'))) return asked;
  const sized = await sizeOverrides(source, vendors, {
    compile: (set) => compileSource({ ...source, set: [...source.set, ...set] }),
    run: (scenario, observer) => answer(observedRun(scenario, observer), signal && { signal }),
  });
  return { ...asked, set: [...source.set, ...sized] };
}

/**
 * Refuses a workbook for other vendors: its formulas look prices up in the price book.
 * @throws ScenarioError
 */
export function refuseWorkbook(xlsx: string | undefined, isElsewhere: boolean): void {
  if (xlsx === undefined || !isElsewhere) return;
  throw refusal(
    '--xlsx',
    `a workbook only has the prices of ${DEFAULT_VENDOR}; leave out the option or the vendor`,
  );
}

/** Scope of the costs of scenarios on several platforms, and which are bounds; `undefined` if all run on Neon. */
export function costScope(scenarios: readonly Scenario[]): string | undefined {
  const ids = new Set(scenarios.map(({ vendor }) => vendor?.name));
  const named = vendors().filter(({ id }) => ids.has(id));
  if (named.length === 0) return undefined;
  const bounds = named.flatMap(({ name, billing: { bound } }) =>
    bound === undefined ? [] : [`; ${name} costs at ${bound} this`],
  );
  return `costs are for compute only, without storage and transfer${bounds.join('')}`;
}
