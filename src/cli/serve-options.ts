/** Options of `neap serve` as commander hands them over. */
export interface ServeOptions {
  readonly port: number;
  readonly host: string;
  /** Path of a scenario file. */
  readonly scenario?: string;
  readonly state?: string;
  readonly newKey?: boolean;
  readonly speed: number;
  readonly start?: number;
  readonly seed?: string;
  readonly rateLimits: 'on' | 'off';
  readonly operationDuration?: number;
  readonly controlFromAnywhere?: boolean;
  readonly json?: boolean;
}
