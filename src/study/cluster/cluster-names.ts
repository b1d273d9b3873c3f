import { serialize } from 'node:v8';
import { packageVersion } from '../../files/package-version.js';
import { programDigest } from '../../files/program-digest.js';

/** Begins every key of neap in Redis. */
export const PREFIX = 'neap';

/** Counted up with every change of what travels between asker and worker. */
const TRANSFER = 1;

/** Second byte of what V8 serializes: the version of its format, which differs between versions of Node. */
const V8_FORMAT = serialize(0)[1];

/** What asker and worker must have in common to understand each other, and to give the same bytes. */
export interface Stamp {
  /** Of the program. */
  readonly version: string;
  /** Of what travels. */
  readonly transfer: string;
  /** Of the code, which may differ between two of one version; those of before have none. */
  readonly build?: string;
}

/** The stamp of this program. */
export const STAMP: Required<Stamp> = {
  version: packageVersion(),
  transfer: `${TRANSFER}.${V8_FORMAT}`,
  build: programDigest(),
};

/** Begins the names of what only programs of one stamp use together. */
const OWN = `${STAMP.version}-${STAMP.transfer}-${STAMP.build}`;

/** Whether two programs may work together. */
export function isSame(one: Stamp, other: Stamp): boolean {
  return one.version === other.version && one.transfer === other.transfer && one.build === other.build;
}

/** A stamp in words. */
export function stampText({ version, transfer, build }: Stamp): string {
  return `version ${version} (transfer format ${transfer}${build === undefined ? '' : `, build ${build}`})`;
}

/** The queue of runs; those that call policies of modules have their own, which not every worker takes from. */
export function queueName(modules: boolean): string {
  return `runs-${OWN}${modules ? '-modules' : ''}`;
}

/** Where the result of a run waits to be fetched. */
export function resultKey(job: string): string {
  return `${PREFIX}:result:${OWN}:${job}`;
}

/** Where workers are told to stop a run that nobody waits for any more. */
export const CANCEL_CHANNEL = `${PREFIX}:cancel:${OWN}`;

/** A result that nobody fetches is gone after this. */
export const RESULT_SECONDS = 86_400;
/** A content is gone after this, unless it is put there again; who still needs it then does so. */
export const CONTENT_SECONDS = 3_600;
/** What was fetched is kept for whoever waits for the same run. */
export const FETCHED_KEPT_MS = 10_000;
/** A worker that has not renewed its hold on a run for so long has lost it. */
export const LOCK_MS = 10_000;
/** Between two looks for runs that have lost their worker. */
export const STALLED_MS = 5_000;
/** So many workers may be lost over one run before the run is given up. */
export const MAX_TAKEOVERS = 10;
