/** Options of `neap observe` as commander hands them over. */
export interface ObserveCliOptions {
  readonly adapter: 'http' | 'simulated';
  readonly baseUrl?: string;
  readonly out?: string;
  /** Seconds. */
  readonly poll: number;
  readonly projectId?: string;
  readonly allowExisting?: boolean;
  readonly orgId?: string;
  readonly regionId?: string;
  readonly set: readonly string[];
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}
