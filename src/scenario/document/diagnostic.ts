/** One thing that is wrong with a scenario, and where. */
export interface Diagnostic {
  /** The file as the caller named it, or the option that caused the problem, such as `--set seed=7`. */
  readonly source: string;
  /** Counted from 1; `undefined` when the problem has no place in a file. */
  readonly line: number | undefined;
  readonly column: number | undefined;
  /** Path in the scenario, list items by their name: `computes.primary.autoscaling_limit_max_cu`; may be empty. */
  readonly path: string;
  /** What is wrong, what was expected, and what to do. */
  readonly message: string;
}

/** A problem that has no place in a file. @param source the option that caused it, or the file */
export function placeless(source: string, message: string): Diagnostic {
  return { source, line: undefined, column: undefined, path: '', message };
}

/**
 * Everything that is wrong with a scenario. Its message is {@link renderDiagnostics}: a line a problem,
 * `file:line:column: error: path: message`.
 */
export class ScenarioError extends Error {
  /** @param forbidden those about values that can be read, and that the plan, the size table or other values rule out */
  constructor(
    readonly diagnostics: readonly Diagnostic[],
    readonly forbidden: ReadonlySet<Diagnostic> = new Set(),
  ) {
    super(renderDiagnostics(diagnostics).join('\n'));
    this.name = 'ScenarioError';
  }

  /** The same problems; those that an override caused name the option that made it. */
  renamed(optionOf: (override: string) => string | undefined): ScenarioError {
    const forbidden = new Set<Diagnostic>();
    const diagnostics = this.diagnostics.map((diagnostic) => {
      const override = overrideOf(diagnostic);
      const source = (override !== undefined && optionOf(override)) || diagnostic.source;
      const renamed = { ...diagnostic, source };
      if (this.forbidden.has(diagnostic)) forbidden.add(renamed);
      return renamed;
    });
    return new ScenarioError(diagnostics, forbidden);
  }
}

/** How the source of a problem names the override that caused it. */
export function overrideSource(override: string): string {
  return `--set ${override}`;
}

/** The override that caused a problem. */
export function overrideOf({ source }: Diagnostic): string | undefined {
  const start = overrideSource('');
  return source.startsWith(start) ? source.slice(start.length) : undefined;
}

/** The one problem of an option or a file that has no place within it. */
export function refusal(source: string, message: string): ScenarioError {
  return new ScenarioError([placeless(source, message)]);
}

/** Problems that are shown one by one: a single cause may bring about hundreds. */
const MOST_SHOWN = 20;

/** Problems as lines of text: the first of many, and how many more there are. */
export function renderDiagnostics(diagnostics: readonly Diagnostic[]): readonly string[] {
  const left = diagnostics.length - MOST_SHOWN;
  const shown = diagnostics.slice(0, MOST_SHOWN).map(renderDiagnostic);
  if (left <= 0) return shown;
  const { source } = diagnostics[MOST_SHOWN]!;
  const errors = left === 1 ? 'error' : 'errors';
  return [
    ...shown,
    `${source}: error: ${left} more ${errors}, ${diagnostics.length} in all; mend these first, or see every one with neap validate --json`,
  ];
}

/** One problem as a line of text with a place that editors and terminals can follow. */
export function renderDiagnostic(diagnostic: Diagnostic): string {
  const { source, line, column, path, message } = diagnostic;
  const place = line === undefined ? source : `${source}:${line}:${column ?? 1}`;
  return `${place}: error: ${path === '' ? '' : `${path}: `}${message}`;
}
