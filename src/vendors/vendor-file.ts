import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { OF_PLAN } from './vendor-bill.js';

const DAY = z.iso.date();
const AMOUNT = z.number().nonnegative();

/** Common fields of every fact of a vendor: a key of the sources, its confidence, its omissions. */
const FACT = {
  src: z.string(),
  conf: z.enum(['H', 'M', 'L']),
  note: z.string().optional(),
};

/** An amount of use in a published bill. */
const USE = z.strictObject({
  item: z.string(),
  size: z.string().optional(),
  /** 1 unless given. */
  units: AMOUNT.optional(),
  /** Instead of units: the vendor's units that cover these. */
  vcpu: AMOUNT.optional(),
  memory_gb: AMOUNT.optional(),
  bytes: AMOUNT.optional(),
  /** How long; left out: of a whole month. */
  hours: AMOUNT.optional(),
});

const PRICE = z.strictObject({
  item: z.string(),
  /** Plans; omitted: all plans without a price for it. */
  tier: z.array(z.string()).optional(),
  size: z.string().optional(),
  region: z.string().optional(),
  usd: z.number(),
  /** Units of one price; the end says how time counts, such as `GB-month`, `vCore-second` or `hour`. */
  per: z.string(),
  /** The smallest number of units that is sold. */
  least: z.strictObject({ units: AMOUNT, ...FACT }).optional(),
  /** Units that cost nothing. */
  included: AMOUNT.optional(),
  /** Whether each use has them; left out: all use together has. */
  included_each: z.boolean().optional(),
  /** Of a credit: the only item that it pays for. */
  on: z.string().optional(),
  from: DAY.optional(),
  to: DAY.optional(),
  /** The day of the latest comparison with its source. */
  seen: DAY,
  ...FACT,
});

const SIZE = z.strictObject({
  name: z.string(),
  vcpu: AMOUNT,
  memory_gib: AMOUNT,
  connections: AMOUNT.optional(),
  /** Whether its vCPUs are shared: only for short times are they whole. */
  burst: z.boolean().optional(),
  ...FACT,
});

const VENDOR = z.strictObject({
  id: z.string(),
  /** Its name in tables and sentences. */
  name: z.string(),
  title: z.string(),
  as_of: DAY,
  /** Compared as a whole, by its bill alone, or only in tests. */
  ship: z.enum(['compare', 'cost-only', 'tests-only']),
  /** Of the prices that have one. */
  region: z.string().optional(),
  /** The plans to compare; the cheapest counts. */
  tiers: z.array(z.string()).optional(),
  sources: z.record(z.string(), z.string()),
  /** Of a vendor whose computes change in size. */
  unit: z
    .strictObject({
      name: z.string(),
      vcpu: AMOUNT,
      memory_gb: AMOUNT,
      step: AMOUNT.optional(),
      min: AMOUNT,
      max: AMOUNT,
      /** Greatest distance between the limits of a compute, in units. */
      spread: AMOUNT.optional(),
      ...FACT,
    })
    .optional(),
  /** Sizes to choose from, the smallest first. */
  sizes: z.array(SIZE).optional(),
  /** `max_connections`: bytes of memory for each, within bounds. */
  bytes_per_connection: z
    .strictObject({ divisor: AMOUNT, min: AMOUNT.optional(), max: AMOUNT, ...FACT })
    .optional(),
  /** Left out: it never pauses. */
  pause: z
    .strictObject({
      /** Resets the idle clock: work, or any open connection. */
      activity: z.enum(['queries', 'connections']),
      timeout_s: z.strictObject({ default: AMOUNT, min: AMOUNT, max: AMOUNT }),
      /** Delay after the timeout until billing ends. */
      late_s: z.tuple([AMOUNT, AMOUNT]).optional(),
      /** Time between backups; each wakes a compute, and is activity of a running one. */
      backup_every_s: AMOUNT.optional(),
      ...FACT,
    })
    .optional(),
  /** Size policies as a scenario has them: with two the cost lies between them. */
  scaling: z.strictObject({ policies: z.array(z.unknown()).min(1).max(2), ...FACT }).optional(),
  wake: z
    .strictObject({
      /** A client is held, is refused until it tries again, or keeps its connection. */
      answer: z.enum(['hold', 'fail', 'keep']),
      typical_s: AMOUNT,
      /** After a pause of this length a wake takes longer. */
      long_idle_s: AMOUNT.optional(),
      long_idle_typical_s: AMOUNT.optional(),
      /** A client that is held for longer is refused. */
      limit_s: AMOUNT.optional(),
      ...FACT,
    })
    .optional(),
  billing: z.strictObject({
    month_hours: AMOUNT,
    /** Compute is charged by started steps of this length. */
    compute_step_hours: AMOUNT.optional(),
    /** `most`: computed costs are at most the bill; `least`: at least. */
    bound: z.enum(['most', 'least']).optional(),
    /** Whether computes on one branch share its storage. */
    shared_storage: z.boolean().optional(),
    ...FACT,
  }),
  /** Items that are sold by another unit. */
  meters: z
    .record(z.string(), z.strictObject({ sold_as: z.string(), per: z.string(), times: AMOUNT, ...FACT }))
    .optional(),
  /** How many units of an item one query is, at least and at most. */
  queries: z.strictObject({ sold_as: z.string(), from: AMOUNT, to: AMOUNT, ...FACT }).optional(),
  prices: z.array(PRICE),
  /** Items without a known price, by the unit of the price that a scenario gives. */
  unpublished: z.record(z.string(), z.string()).optional(),
  /** Bills published by the vendor or by others. */
  golden: z.array(
    z
      .strictObject({
        id: z.string(),
        day: DAY,
        tier: z.string().optional(),
        region: z.string().optional(),
        use: z.array(USE),
        usd: z.number().optional(),
        /** Of what is sold, instead of its price. */
        quantity: AMOUNT.optional(),
        within: AMOUNT,
        /** To what the page rounds each line of an item, in US dollars. */
        lines_to: z.record(z.string(), AMOUNT).optional(),
        src: z.string(),
        note: z.string().optional(),
      })
      .refine(({ usd, quantity }) => (usd === undefined) !== (quantity === undefined), {
        error: 'expected either usd or quantity',
      }),
  ),
  /** Not in the bill. */
  excluded: z.array(z.string()),
  /** Not published, and assumed. */
  assumed: z.array(z.string()),
});

/** A vendor as its file describes it: dated prices, rules of sizes, pauses, wakes and bills. */
export type Vendor = z.output<typeof VENDOR>;
export type VendorPrice = Vendor['prices'][number];
export type VendorSize = z.output<typeof SIZE>;
export type VendorUse = z.output<typeof USE>;

/**
 * Reads the file of a vendor.
 * @throws Error with each wrong key, for a source that is not listed or not used, and for a price that no bill has
 */
export function readVendor(text: string, file: string): Vendor {
  const content: unknown = parse(text);
  const read = VENDOR.safeParse(content);
  if (!read.success) throw new Error(`${file}: ${z.prettifyError(read.error)}`);
  const named = new Set([...text.matchAll(/\bsrc: (\w+)/g)].map(([, key]) => key!));
  const known = Object.keys(read.data.sources);
  for (const key of named) if (!known.includes(key)) throw new Error(`${file}: no source is called ${key}`);
  for (const key of known) if (!named.has(key)) throw new Error(`${file}: the source ${key} is not used`);
  const { prices, unpublished, meters, excluded } = read.data;
  const monthly = ['compute', ...OF_PLAN];
  const unknown = prices.find(({ item, per }) => per === 'month' && !monthly.includes(item));
  if (unknown !== undefined) {
    throw new Error(`${file}: no bill has ${unknown.item} per month; expected ${monthly.join(', ')}`);
  }
  const sold = new Set([...prices.map(({ item }) => item), ...Object.keys({ ...unpublished, ...meters })]);
  if (!sold.has('storage') && !excluded.includes('storage')) {
    throw new Error(`${file}: storage has no price; add it to excluded`);
  }
  return read.data;
}

/** Where the files are, seen from a module in `vendors/` and from the bundle in `cli/`. */
const FOLDER = new URL('../vendors/files/', import.meta.url);

let known: readonly Vendor[] | undefined;

/** All vendors with a file, in the order of their ids; read on first use. */
export function vendors(): readonly Vendor[] {
  return known ?? readVendors();
}

/** The vendor with an id; `undefined` if there is none with a file. */
export function vendorOf(id: unknown): Vendor | undefined {
  return vendors().find((vendor) => vendor.id === id);
}

/** Reads the vendors, from another folder than that of the package if it is named. */
export function readVendors(folder = FOLDER): readonly Vendor[] {
  known = readdirSync(folder)
    .sort()
    .map((file) => readVendor(readFileSync(new URL(file, folder), 'utf8'), file));
  return known;
}
