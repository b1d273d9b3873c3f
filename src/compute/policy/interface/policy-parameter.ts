/** A numeric parameter of a policy. */
export interface PolicyParameter {
  /** Its unit: `seconds` is written as a duration, `share` as a fraction or percentage. */
  readonly unit: 'seconds' | 'share' | 'number' | 'cu' | 'usd';
  readonly default: number;
  /** Its effect, in one sentence. */
  readonly description: string;
  /** The origin of the default. */
  readonly source: string;
  readonly confidence: 'high' | 'medium' | 'low';
  /** Smallest and largest allowed value, both inclusive; unbounded by default. */
  readonly least?: number;
  readonly most?: number;
  /** Words such as `auto` that a scenario may use, with their values, which may exceed the bounds. */
  readonly words?: Readonly<Record<string, number>>;
}

/** The parameters of a policy by name; a name ends with its unit. */
export type PolicyParameters = Readonly<Record<string, PolicyParameter>>;

/** A value for each parameter, including defaults. */
export type PolicyValues = Readonly<Record<string, number>>;

/** The metadata of a policy. */
export interface PolicyDescription {
  /** Its name in scenarios. */
  readonly name: string;
  /** Its effect, in one sentence. */
  readonly description: string;
  /** Its publication or operator. */
  readonly source: string;
  readonly parameters: PolicyParameters;
  /** Whether it knows the future of the run: a yardstick that cannot be deployed. */
  readonly foresight: boolean;
}
