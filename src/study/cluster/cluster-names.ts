import { serialize } from 'node:v8';
import { packageVersion } from '../../files/package-version.js';
import { programDigest } from '../../files/program-digest.js';

/** Begins every key of neap in Redis. */
export const PREFIX = 'neap';

/** Incremented with every change of the messages between client and worker. */
const TRANSFER = 2;

/** Second byte of what V8 serializes: the version of its format, which differs between versions of Node. */
const V8_FORMAT = serialize(0)[1];

/** Client and worker must agree on this to understand each other, and to produce the same bytes. */
export interface Stamp {
  readonly version: string;
  /** Version of the messages. */
  readonly transfer: string;
  /** Digest of the code, which may differ between two builds of one version. */
  readonly build: string;
}

export const STAMP: Stamp = {
  version: packageVersion(),
  transfer: `${TRANSFER}.${V8_FORMAT}`,
  build: programDigest(),
};

/** Prefix of names that only programs with the same stamp share. */
const OWN = `${STAMP.version}-${STAMP.transfer}-${STAMP.build}`;

/** Whether a program may work together with this one. */
export function isOwn({ version, transfer, build }: Stamp): boolean {
  return version === STAMP.version && transfer === STAMP.transfer && build === STAMP.build;
}

export function stampText({ version, transfer, build }: Stamp): string {
  return `version ${version} (transfer format ${transfer}, build ${build})`;
}

export const QUEUE_NAME = `runs-${OWN}`;

/** Where the result of a run waits to be fetched. */
export function resultKey(job: string): string {
  return `${PREFIX}:result:${OWN}:${job}`;
}

/** The channel for the cancellation of runs whose clients have gone. */
export const CANCEL_CHANNEL = `${PREFIX}:cancel:${OWN}`;

/** A result that is not fetched expires after this. */
export const RESULT_SECONDS = 86_400;
/** A content expires after this, unless it is stored again; clients that still need it do so. */
export const CONTENT_SECONDS = 3_600;
/** A fetched result is kept this long for other clients of the same run. */
export const FETCHED_KEPT_MS = 10_000;
/** A worker that has not renewed its lock on a run for this long has lost it. */
export const LOCK_MS = 10_000;
/** Interval between checks for runs that have lost their worker. */
export const STALLED_MS = 5_000;
/** Number of workers that may be lost during one run before the run is given up. */
export const MAX_TAKEOVERS = 10;
