/** A problem in a scenario, with its location. */
export interface Diagnostic {
  /** The file as the caller named it, or the option that caused the problem, such as `--set seed=7`. */
  readonly source: string;
  /** Counted from 1; `undefined` if the problem has no location in a file. */
  readonly line: number | undefined;
  readonly column: number | undefined;
  /** Path in the scenario, with list items by name: `computes.primary.autoscaling_limit_max_cu`; may be empty. */
  readonly path: string;
  /** The problem, the expected value, and what to do. */
  readonly message: string;
}

/** A problem without a location in a file. @param source the option that caused it, or the file */
export function placeless(source: string, message: string): Diagnostic {
  return { source, line: undefined, column: undefined, path: '', message };
}

/**
 * All problems of a scenario. Its message is {@link renderDiagnostics}: one line per problem,
 * `file:line:column: error: path: message`.
 */
export class ScenarioError extends Error {
  /** @param forbidden problems of readable values that the plan, the size table or other values rule out */
  constructor(
    readonly diagnostics: readonly Diagnostic[],
    readonly forbidden: ReadonlySet<Diagnostic> = new Set(),
  ) {
    super(renderDiagnostics(diagnostics).join('\n'));
    this.name = 'ScenarioError';
  }

  /** The same problems; those caused by an override name the option it came from. */
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

/** The source of a problem that is caused by an override. */
export function overrideSource(override: string): string {
  return `--set ${override}`;
}

/** The override that caused a problem. */
export function overrideOf({ source }: Diagnostic): string | undefined {
  const start = overrideSource('');
  return source.startsWith(start) ? source.slice(start.length) : undefined;
}

/** A single problem of an option or a file, without a location within it. */
export function refusal(source: string, message: string): ScenarioError {
  return new ScenarioError([placeless(source, message)]);
}

/** A single problem of a readable value that something else rules out. */
export function ruledOut(diagnostic: Diagnostic): ScenarioError {
  return new ScenarioError([diagnostic], new Set([diagnostic]));
}

/** Maximum number of problems that are shown: a single cause may lead to hundreds. */
const MAX_SHOWN = 20;

/** Problems as lines of text: the first ones, and the number of the others. */
export function renderDiagnostics(diagnostics: readonly Diagnostic[]): readonly string[] {
  const left = diagnostics.length - MAX_SHOWN;
  const shown = diagnostics.slice(0, MAX_SHOWN).map(renderDiagnostic);
  if (left <= 0) return shown;
  const { source } = diagnostics[MAX_SHOWN]!;
  const errors = left === 1 ? 'error' : 'errors';
  return [
    ...shown,
    `${source}: error: ${left} more ${errors}, ${diagnostics.length} in all; fix these first, or list all with neap validate --json`,
  ];
}

/** One problem as a line of text with a location that editors and terminals can follow. */
export function renderDiagnostic(diagnostic: Diagnostic): string {
  const { source, line, column, path, message } = diagnostic;
  const place = line === undefined ? source : `${source}:${line}:${column ?? 1}`;
  return `${place}: error: ${path === '' ? '' : `${path}: `}${message}`;
}
