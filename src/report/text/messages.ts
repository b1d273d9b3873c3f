/** A sentence, and the condition for it. */
export type Message<Facts, Text = string> = readonly [
  applies: (facts: Facts) => unknown,
  text: (facts: Facts) => Text,
];

/** The sentences of a table that apply, in its order. */
export function messages<Facts, Text>(table: readonly Message<Facts, Text>[], facts: Facts): readonly Text[] {
  return table.flatMap(([applies, text]) => (applies(facts) ? [text(facts)] : []));
}

/** The first sentence of a table that applies; empty if none does. */
export function firstMessage<Facts>(table: readonly Message<Facts>[], facts: Facts): string {
  return table.find(([applies]) => applies(facts))?.[1](facts) ?? '';
}
