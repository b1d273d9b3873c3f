/** Why rows miss what is asked of them, by their names, as far as that was found. */
export const REASONS: Readonly<Record<string, string>> = {};
