import type { Recording } from '../recording/recording.js';

const STATIC = /\.(?:css|js|mjs|map|png|jpe?g|gif|svg|ico|webp|avif|woff2?|ttf|eot|mp4|webm|txt|pdf)$/i;

export interface WebRequest {
  /** Unix seconds at which the line was written. */
  readonly at: number;
  /** Seconds from the arrival of the request to `at`. */
  readonly took?: number;
  readonly status: number;
  /** Path, URL or request line. */
  readonly target?: string;
}

/** Counts a request, and what it may be instead of one query. */
export function webRequest(to: Recording, { at, took = 0, status, target = '' }: WebRequest): void {
  to.arrival(at, took);
  tallyStatus(to, status);
  if (STATIC.test(pathOf(target))) to.tally('requests for static files, which usually make no query');
}

export function tallyStatus(to: Recording, status: number): void {
  if (status >= 500) to.tally('answers of 500 and above');
  else if (status >= 400) to.tally('answers of 400 to 499');
  else if (status >= 300) to.tally('redirects and unchanged answers');
}

function pathOf(target: string): string {
  const url = /^[A-Z]+ (\S+)/.exec(target)?.[1] ?? target;
  const end = url.search(/[?#]/);
  return end < 0 ? url : url.slice(0, end);
}
