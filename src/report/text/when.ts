/** The items if a condition holds; none otherwise. */
export function when<const Item>(holds: boolean, ...items: readonly Item[]): readonly Item[] {
  return holds ? items : [];
}
