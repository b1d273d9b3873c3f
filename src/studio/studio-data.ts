/** The initial data of the page. */
export interface StudioData {
  readonly file: string;
  readonly text: string;
  /** Tag of the served file; absent in a page that works alone. */
  readonly tag?: string | undefined;
  readonly traces: Readonly<Record<string, string>>;
  /** Scenarios to start from, by name. */
  readonly examples: Readonly<Record<string, string>>;
  readonly schema: object;
  /** Script of the worker. */
  readonly worker: string;
}
