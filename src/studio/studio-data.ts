import type { Verdict } from '../report/text/verdict.js';
import type { Vendor } from '../vendors/vendor-file.js';
import type { Further, WhatIf } from './worker/question.js';
import type { RunReport } from './worker/show-run.js';

/** The initial data of the page. */
export interface StudioData {
  readonly file: string;
  readonly text: string;
  /** Tag of the served file; absent in a page without a server. */
  readonly tag?: string | undefined;
  readonly traces: Readonly<Record<string, string>>;
  /** Scenarios to start from, by name. */
  readonly examples: Readonly<Record<string, string>>;
  readonly vendors: readonly Vendor[];
  readonly schema: object;
  readonly worker: string;
}

/** A question that is slow or needs many runs, for the server of the page. */
export interface Job {
  readonly kind: 'plan' | 'forecast' | 'bill';
  readonly text: string;
  /** Growth of the load in the form of `neap forecast --growth`. */
  readonly growth: string;
  /** Limit on the monthly cost. */
  readonly budget_usd?: number | undefined;
}

/** An exact run that would be slow in a page, and the further runs of its answer. */
export interface RunJob extends WhatIf {
  readonly kind: 'run';
  readonly text: string;
}

/** The report of a job for the page. */
export interface JobAnswer {
  readonly verdict: Verdict;
  /** HTML of parts of the report. */
  readonly html: string;
  /** Changes of the scenario that the report recommends. */
  readonly set: readonly string[];
}

export type JobReply =
  | { readonly kind: 'progress'; readonly part: number; readonly doing?: string }
  | { readonly kind: 'ran'; readonly report: RunReport }
  | { readonly kind: 'further'; readonly further: Further }
  | { readonly kind: 'answer'; readonly answer: JobAnswer }
  | { readonly kind: 'refused'; readonly message: string };
