import type { Fact } from '../../report/document/report.js';
import type { FindingCard } from '../../report/findings/finding-card.js';
import type { Verdict } from '../../report/text/verdict.js';
import type { Diagnostic } from '../../scenario/document/diagnostic.js';
import type { VendorChoice } from '../../scenario/sections/vendor.js';
import type { Vendor } from '../../vendors/vendor-file.js';

/** Changes on top of the file's text, which are not saved with it. */
export interface WhatIf {
  /** Multiplies every load that grows with use. */
  readonly load_factor: number;
  /** Names of excluded loads. */
  readonly without: readonly string[];
}

/** The data of a page, common to all of its questions. */
export interface Given {
  readonly file: string;
  /** Texts of the traces, by the name in the scenario. */
  readonly traces: Readonly<Record<string, string>>;
  readonly vendors: readonly Vendor[];
  /** Address of the server for long exact runs; absent in a page without a server. */
  readonly server?: string | undefined;
}

/** The first message to a worker. */
export interface Begin extends Given {
  readonly purpose: 'begin';
}

/** A question to the simulator in the page. A newer question ends it. */
export interface Question extends WhatIf, Given {
  readonly id: number;
  /** `show`: hybrid, exact, then further runs. `preview`: the first day, unless the whole run is short. */
  readonly purpose: 'show' | 'preview';
  readonly text: string;
  /** Keeps the curves of the answer to draw behind those of later answers. */
  readonly pin?: boolean;
  /** Also returns the content of `summary.json`. */
  readonly summary?: boolean;
}

/** A question as a message. */
export type Asked = Omit<Question, keyof Given>;

/** Ends the previous question. */
export interface Stop {
  readonly id: number;
  readonly purpose: 'stop';
}

/** The part of the month that an answer is based on. */
export type Exactness = 'preview' | 'hybrid' | 'exact';

/** The slider settings of a compute. */
export interface ComputeControl {
  readonly name: string;
  readonly min_cu: number;
  readonly max_cu: number;
  readonly timeout_seconds: number;
  /** Reasons why timeouts cannot be chosen, by their seconds. */
  readonly refused_timeouts: Readonly<Record<number, string>>;
  /** Sizes that the plan or the vendor allows, in CU. */
  readonly sizes_cu: readonly number[];
}

/** A platform that a scenario can select. */
export interface PlatformOption {
  readonly id: string;
  readonly name: string;
  /** Whether it can be simulated; otherwise only its cost can be computed. */
  readonly is_simulated: boolean;
}

/** A vendor's controls and facts. */
export interface VendorControl {
  /** Its entry in the scenario. */
  readonly choice: VendorChoice;
  readonly name: string;
  /** Plans to choose from. */
  readonly plans: readonly string[];
  /** Its size table, if its sizes are fixed. */
  readonly sizes: readonly {
    readonly name: string;
    readonly about: string;
    readonly is_simulated: boolean;
  }[];
  readonly scales: boolean;
  readonly pauses: boolean;
  /** Whether its cost is a range. */
  readonly is_range: boolean;
  /** Prices that the scenario must provide: the item, and the unit of its price. */
  readonly needed_prices: readonly { readonly item: string; readonly per: string }[];
  /** The day of its rules and prices, `YYYY-MM-DD`. */
  readonly as_of: string;
  /** Prices, omissions and assumptions, in words. */
  readonly facts: readonly string[];
}

/** The state of the page's controls. */
export interface Controls {
  readonly plan: string;
  readonly platforms: readonly PlatformOption[];
  /** Absent on Neon. */
  readonly vendor: VendorControl | undefined;
  readonly computes: readonly ComputeControl[];
  readonly loads: readonly string[];
  readonly latency_p99_ms: number | undefined;
}

/** The figures that locate a setting on the map. */
export interface PointFigures {
  readonly cost_usd_per_month: number;
  readonly latency_p99_ms: number | null;
  readonly delayed_probability: number | null;
}

/** A finding with the change that the page can try. */
export interface ShownFinding {
  readonly card: FindingCard;
  readonly set: readonly string[];
}

/** The verdict and the findings of a report. */
export interface ShownWords {
  readonly verdict: Verdict;
  readonly findings: readonly ShownFinding[];
}

/** Figures with their intervals over replications, by the labels of tiles. */
export interface ShownIntervals {
  readonly intervals: Readonly<Record<string, string>>;
}

/** A part of an answer that needs further runs. */
export type Further = ShownWords | ShownIntervals;

/** The report of a run for the page, all of it taken from the report document. */
export interface Shown extends ShownWords, Partial<ShownIntervals> {
  readonly exactness: Exactness;
  readonly by_server?: true;
  readonly simulated_seconds: number;
  readonly tiles: readonly Fact[];
  readonly figures: PointFigures;
  readonly warnings: readonly string[];
  /** HTML of the plots and tables of the report. */
  readonly ribbon: string;
  readonly course: string;
  readonly causes: string;
  /** The reason why the run ended early. */
  readonly stopped?: string;
  readonly summary_json?: string;
}

/** The worker's answers. */
export type Reply =
  | { readonly id: number; readonly kind: 'controls'; readonly controls: Controls }
  | { readonly id: number; readonly kind: 'shown'; readonly shown: Shown; readonly is_last: boolean }
  | { readonly id: number; readonly kind: 'further'; readonly further: Further }
  | { readonly id: number; readonly kind: 'finished' }
  | { readonly id: number; readonly kind: 'progress'; readonly part: number; readonly doing: string }
  | { readonly id: number; readonly kind: 'wrong'; readonly diagnostics: readonly Diagnostic[] };
