/** A command line of this program, quoted for a shell. */
export function commandLine(words: readonly string[]): string {
  return ['neap', ...words.map(quotedWord)].join(' ');
}

/** A word as a shell reads it. */
function quotedWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
