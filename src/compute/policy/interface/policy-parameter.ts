/** One number that a policy can be given. */
export interface PolicyParameter {
  /** Its unit: `seconds` is written as a duration, `share` as a fraction or percentage. */
  readonly unit: 'seconds' | 'share' | 'number' | 'cu' | 'usd';
  readonly default: number;
  /** Its effect, in a sentence. */
  readonly description: string;
  /** Where the default comes from. */
  readonly source: string;
  readonly confidence: 'high' | 'medium' | 'low';
  /** Smallest and largest value allowed, both included; no bound unless given. */
  readonly least?: number;
  readonly most?: number;
  /** Words that a scenario may write instead of a number, with their values, which may be outside the bounds: `auto`. */
  readonly words?: Readonly<Record<string, number>>;
}

/** The parameters of a policy by name; a name ends in its unit. */
export type PolicyParameters = Readonly<Record<string, PolicyParameter>>;

/** A value for each parameter, defaults filled in. */
export type PolicyValues = Readonly<Record<string, number>>;

/** The description of every policy. */
export interface PolicyDescription {
  /** As a scenario names it. */
  readonly name: string;
  /** Its effect, in a sentence. */
  readonly description: string;
  /** Who published or runs it. */
  readonly source: string;
  readonly parameters: PolicyParameters;
  /** Whether it looks into the future of the run: a yardstick, not something that could be deployed. */
  readonly foresight: boolean;
}
