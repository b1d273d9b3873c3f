/** Numbers in one piece. */
const PIECE = 1024;

/** Numbers that only grow more, in little room: neighbours that are all the same take none. */
export class NumberColumn {
  /** Full pieces: their numbers, or the one that all of them are. */
  readonly #pieces: (Float64Array | number)[] = [];
  #last = new Float64Array(PIECE);
  #length = 0;
  /** Whether those of the last piece are all the same. */
  #uniform = true;

  add(value: number): void {
    const at = this.#length % PIECE;
    this.#last[at] = value;
    this.#uniform = (at === 0 || this.#uniform) && Object.is(value, this.#last[0]);
    this.#length += 1;
    if (at < PIECE - 1) return;
    if (this.#uniform) this.#pieces.push(value);
    else {
      this.#pieces.push(this.#last);
      this.#last = new Float64Array(PIECE);
    }
  }

  at(place: number): number {
    const piece = this.#pieces[Math.floor(place / PIECE)] ?? this.#last;
    return typeof piece === 'number' ? piece : piece[place % PIECE]!;
  }
}
