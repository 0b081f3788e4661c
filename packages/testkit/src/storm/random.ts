/** Numbers that look random and are the same for the same seed: whatever was drawn can be drawn again. */

/** The next number of a sequence, from 0 up to but excluding `end`. */
export type Draw = (end: number) => number

/** Starts a sequence: a counter, mixed as MurmurHash3 mixes its last 32 bits. */
export function createDraw(seed: number): Draw {
  let state = seed
  return (end) => {
    state = Math.imul(state + 1, 0x9e_37_79_b9)
    let mixed = Math.imul(state ^ (state >>> 16), 0x85_eb_ca_6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2_b2_ae_35)
    return ((mixed ^ (mixed >>> 16)) >>> 0) % end
  }
}

/** One of the choices. Throws a `RangeError` when there are none. */
export function pick<Choice>(draw: Draw, choices: readonly Choice[]): Choice {
  const choice = choices[draw(choices.length)]
  if (choice === undefined) {
    throw new RangeError('there is nothing to choose from')
  }
  return choice
}
