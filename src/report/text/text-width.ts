import { eastAsianWidth } from 'get-east-asian-width';

/**
 * Most texts: letters, signs and bars that take one column each and do not combine with neighbours. Only other texts load
 * the tables of Unicode, which takes longer than a short run.
 */
const SINGLE = /^[ -~¡-¬®-˿Ͱ-ͷΑ-ΡΣ-Ϋά-ώ‐-‧←-↓∞≈≠≤≥─-╿▀-▟]*$/;

let segmenter: Intl.Segmenter | undefined;

/** The user-perceived characters of a text. */
export function graphemes(text: string): readonly string[] {
  segmenter ??= new Intl.Segmenter();
  return [...segmenter.segment(text)].map(({ segment }) => segment);
}

/** Width of a text in columns of a terminal. */
export function columns(text: string): number {
  if (SINGLE.test(text)) return text.length;
  return graphemes(text).reduce((sum, grapheme) => sum + columnsOf(grapheme), 0);
}

/** Marks, joiners and control characters, which have no width. */
const INVISIBLE = /^[\p{Default_Ignorable_Code_Point}\p{Control}\p{Format}\p{Mn}\p{Me}\p{Surrogate}]$/u;

/** Characters that terminals draw as a picture of two columns: always, or after a variation selector. */
const PICTURE = /\p{Emoji_Presentation}|\p{Emoji}\uFE0F/u;

/** Characters with a width that follow their letter. */
const FOLLOWING = /[\p{Mc}\uFF00-\uFFEF]/u;

function columnsOf(grapheme: string): number {
  if (PICTURE.test(grapheme)) return 2;
  const visible = [...grapheme].filter((character) => !INVISIBLE.test(character));
  return visible
    .filter((character, index) => index === 0 || FOLLOWING.test(character))
    .reduce((sum, character) => sum + eastAsianWidth(character.codePointAt(0)!), 0);
}
