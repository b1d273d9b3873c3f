/** A figure of a scenario that lies between two values; the scenario itself has the middle one. */
export interface ScenarioInterval {
  /** As `--set` takes it, such as `load.web.rate`. */
  readonly path: string;
  /** As a scenario would write them: both ends, and the value of which half of the worlds lie below. */
  readonly low: string;
  readonly middle: string;
  readonly high: string;
  /** The same in base units. */
  readonly values: { readonly low: number; readonly middle: number; readonly high: number };
  /** Whether the middle was written, and not only the ends. */
  readonly has_middle: boolean;
  /** The unit in which a value of it is written, such as `/h`; nothing for plain numbers. */
  readonly unit: string;
  /** Base units in one of them. */
  readonly factor: number;
  /** Whether it takes whole numbers alone. */
  readonly whole: boolean;
}
