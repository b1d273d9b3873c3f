/** What the platform keeps of most things, beside what they are. */
export interface Row {
  readonly id: string;
  /** Its place in the order of creation. */
  readonly sequence: number;
  readonly created_at_ms: number;
  readonly updated_at_ms: number;
}
