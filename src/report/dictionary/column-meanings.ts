/** What columns mean, by their headers: a sentence, with the unit before it where the header does not end with it. */
export type ColumnMeanings = Readonly<Record<string, string | readonly [unit: string, sentence: string]>>;
