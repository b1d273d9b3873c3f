/** Things that are said where something holds; nothing otherwise. */
export function when<const Item>(holds: boolean, ...items: readonly Item[]): readonly Item[] {
  return holds ? items : [];
}
