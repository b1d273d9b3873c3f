import { type Vendor, type VendorPrice, vendors } from '../../src/vendors/vendor-file.js';
import { denseTable } from './markdown.js';

/** A section for each vendor that users can compare: rules, prices, sources and assumptions. */
export function vendorPages(): string {
  return vendors()
    .filter(({ ship }) => ship !== 'tests-only')
    .map(page)
    .join('\n\n');
}

function page(vendor: Vendor): string {
  const { title, as_of, ship, prices, golden, assumed, excluded, sources } = vendor;
  return [
    `## ${title}`,
    `Last checked ${as_of}.${ship === 'cost-only' ? ' Its bill alone is compared; its behaviour is not simulated.' : ''}`,
    facts(vendor),
    denseTable(['sold', 'price', 'days', 'checked', 'source', 'note'], priceRows(prices)),
    ...(golden.length > 0 ? [`Published bills reproduced by tests: ${golden.length}.`] : []),
    ...(assumed.length > 0 ? [`Assumed: ${assumed.join('; ')}.`] : []),
    ...(excluded.length > 0 ? [`Not included: ${excluded.join(', ')}.`] : []),
    Object.entries(sources)
      .map(([key, source]) => `- ${key}: ${source}`)
      .join('\n'),
  ].join('\n\n');
}

/** The rows of prices; sizes whose prices differ only in the amount share a row. */
function priceRows(prices: readonly VendorPrice[]): readonly (readonly string[])[] {
  const rows = prices.map(({ size, usd, ...price }) => ({
    size,
    usd,
    per: price.per,
    cells: priceCells(price),
  }));
  const groups = groupsBy(rows, ({ size, per, cells }) => [size === undefined, per, ...cells].join('|'));
  return groups.map((group) => {
    const { per, cells } = group[0]!;
    const amounts = group.map(({ size, usd }) => (size === undefined ? `$${usd}` : `${size} $${usd}`));
    return [cells[0]!, `${amounts.join(', ')} per ${per}`, ...cells.slice(1)];
  });
}

/** The item of a price, its days, the day it was checked, its source and remarks. */
function priceCells({
  item,
  region,
  tier,
  from,
  to,
  seen,
  src,
  conf,
  note,
  included,
  included_each,
  on,
}: Omit<VendorPrice, 'size' | 'usd'>): readonly string[] {
  const remarks = [
    ...(included === undefined ? [] : [`${included} included${included_each === true ? ' each' : ''}`]),
    ...(on === undefined ? [] : [`for ${on} only`]),
    ...(note === undefined ? [] : [note]),
  ];
  return [
    [item, region, ...(tier ?? [])].filter((each) => each !== undefined).join(', '),
    from === undefined && to === undefined ? '' : `${from ?? ''} to ${to ?? 'now'}`,
    seen,
    sourceOf({ src, conf }),
    remarks.join('; '),
  ];
}

const CONFIDENCE = { H: 'high', M: 'medium', L: 'low' } as const;

function sourceOf({ src, conf }: { readonly src: string; readonly conf: keyof typeof CONFIDENCE }): string {
  return `${src} (${CONFIDENCE[conf]})`;
}

function sizeText({
  name,
  vcpu,
  burst,
  memory_gib,
  connections,
}: NonNullable<Vendor['sizes']>[number]): string {
  const parts = [
    `${vcpu} ${burst ? 'shared ' : ''}vCPU`,
    `${memory_gib} GiB`,
    ...(connections === undefined ? [] : [`${connections} connections`]),
  ];
  return `${name}: ${parts.join(', ')}`;
}

/** Groups elements by key, in the order of their first elements. */
function groupsBy<Element>(
  elements: readonly Element[],
  keyOf: (element: Element) => string,
): readonly (readonly Element[])[] {
  const groups = new Map<string, Element[]>();
  for (const element of elements) {
    const key = keyOf(element);
    groups.set(key, [...(groups.get(key) ?? []), element]);
  }
  return [...groups.values()];
}

/** A fact as a line: its value, then its source. */
function facts({
  unit,
  sizes,
  bytes_per_connection,
  pause,
  wake,
  scaling,
  billing,
  meters,
  queries,
}: Vendor): string {
  const rows: [string, string, { src: string; conf: keyof typeof CONFIDENCE; note?: string | undefined }][] =
    [];
  if (unit) {
    const { name, vcpu, memory_gb, min, max, spread } = unit;
    const range = spread === undefined ? '' : `, with at most ${spread} between minimum and maximum`;
    rows.push([
      'unit',
      `1 ${name} is ${vcpu} vCPU and ${Number(memory_gb.toFixed(2))} GB; ${min} to ${max} ${name}${range}`,
      unit,
    ]);
  }
  const sizesBySource = groupsBy(sizes ?? [], (size) => `${sourceOf(size)} ${size.note ?? ''}`);
  for (const same of sizesBySource) {
    rows.push(['sizes', same.map(sizeText).join('; '), same[0]!]);
  }
  if (bytes_per_connection) {
    const { divisor, min, max } = bytes_per_connection;
    rows.push([
      'connections',
      `memory in bytes / ${divisor}, ${min === undefined ? '' : `at least ${min} and `}at most ${max}`,
      bytes_per_connection,
    ]);
  }
  if (pause) {
    const { activity, timeout_s, late_s } = pause;
    const late = late_s === undefined ? '' : `, and ${late_s[0]} to ${late_s[1]} s later`;
    rows.push([
      'pause',
      `after ${timeout_s.default} s (${timeout_s.min} to ${timeout_s.max} s) without ${activity === 'connections' ? 'an open connection' : 'queries'}${late}`,
      pause,
    ]);
  }
  if (wake) {
    const { typical_s, long_idle_s, long_idle_typical_s, answer, limit_s } = wake;
    const long = long_idle_s === undefined ? '' : `, ${long_idle_typical_s} s after ${long_idle_s} s`;
    const limit = limit_s === undefined ? '' : `, for at most ${limit_s} s`;
    rows.push(['wake', `${typical_s} s${long}; clients: ${answer}${limit}`, wake]);
  }
  if (scaling)
    rows.push([
      'scaling',
      scaling.policies.map((policy) => `\`${JSON.stringify(policy)}\``).join(' to '),
      scaling,
    ]);
  const { month_hours, compute_step_hours, bound, shared_storage } = billing;
  const rules = [
    `a month has ${month_hours} h`,
    ...(compute_step_hours === undefined ? [] : [`compute by started steps of ${compute_step_hours} h`]),
    ...(shared_storage ? ['computes of a branch share its storage'] : []),
    ...(bound === undefined ? [] : [`the bill is at ${bound} the computed one`]),
  ];
  rows.push(['billing', rules.join('; '), billing]);
  for (const [item, meter] of Object.entries(meters ?? {})) {
    rows.push([item, `${meter.times} ${meter.sold_as} per ${meter.per}`, meter]);
  }
  if (queries) rows.push(['query', `${queries.from} to ${queries.to} ${queries.sold_as}`, queries]);
  return denseTable(
    ['rule', 'value', 'source', 'note'],
    rows.map(([rule, value, entry]) => [rule, value, sourceOf(entry), entry.note ?? '']),
  );
}
