import type { Fact } from '../../report/document/report.js';
import type { FindingCard } from '../../report/findings/finding-card.js';
import type { Verdict } from '../../report/text/verdict.js';
import type { Diagnostic } from '../../scenario/document/diagnostic.js';
import type { VendorChoice } from '../../scenario/sections/vendor.js';
import type { Vendor } from '../../vendors/vendor-file.js';

/** What is tried on top of the file's text; it is not saved with it. */
export interface WhatIf {
  /** Multiplies every load that grows with use. */
  readonly load_factor: number;
  /** Names of loads that are left out. */
  readonly without: readonly string[];
}

/** Data that a page was given, the same for all of its questions. */
export interface Given {
  readonly file: string;
  /** Texts of the traces, by the name in the scenario. */
  readonly traces: Readonly<Record<string, string>>;
  readonly vendors: readonly Vendor[];
  /** Address of the server that makes long exact runs; absent in a page that works alone. */
  readonly server?: string | undefined;
}

/** The first message to a worker. */
export interface Begin extends Given {
  readonly purpose: 'begin';
}

/** A question to the simulator in the page. A newer one ends it. */
export interface Question extends WhatIf, Given {
  readonly id: number;
  /** `show`: hybrid, exact, then what takes further runs. `preview`: the first day, unless the whole run is short. */
  readonly purpose: 'show' | 'preview';
  readonly text: string;
  /** Keeps the course of the answer, which later answers have behind theirs. */
  readonly pin?: boolean;
  /** Also returns the content of `summary.json`. */
  readonly summary?: boolean;
}

/** A question as a message. */
export type Asked = Omit<Question, keyof Given>;

/** Ends the question before it. */
export interface Stop {
  readonly id: number;
  readonly purpose: 'stop';
}

/** How much of the month an answer rests on. */
export type Exactness = 'preview' | 'hybrid' | 'exact';

/** A compute as the sliders show it. */
export interface ComputeControl {
  readonly name: string;
  readonly min_cu: number;
  readonly max_cu: number;
  readonly timeout_seconds: number;
  /** Why each timeout cannot be chosen, by its seconds; absent if it can. */
  readonly refused_timeouts: Readonly<Record<number, string>>;
  /** Sizes that the plan or the vendor allows, in CU. */
  readonly sizes_cu: readonly number[];
}

/** A platform that a scenario can name. */
export interface PlatformOption {
  readonly id: string;
  readonly name: string;
  /** Whether it can be simulated; otherwise only its cost is known. */
  readonly is_simulated: boolean;
}

/** A vendor as the page shows it. */
export interface VendorControl {
  /** As the scenario names it. */
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
  /** Prices that the scenario has to give: items, and the units that one price is for. */
  readonly needed_prices: readonly { readonly item: string; readonly per: string }[];
  /** The day of its rules and prices, `YYYY-MM-DD`. */
  readonly as_of: string;
  /** Prices, omissions and assumptions, in words. */
  readonly facts: readonly string[];
}

/** What can be turned. */
export interface Controls {
  readonly plan: string;
  readonly platforms: readonly PlatformOption[];
  /** Absent on Neon. */
  readonly vendor: VendorControl | undefined;
  readonly computes: readonly ComputeControl[];
  readonly loads: readonly string[];
  readonly latency_p99_ms: number | undefined;
}

/** Figures that a setting is placed by. */
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

/** A part of an answer that takes further runs. */
export type Further = ShownWords | ShownIntervals;

/** The report of a run as the page shows it; everything is taken from the report document. */
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
  /** Why the run ended before its time. */
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
