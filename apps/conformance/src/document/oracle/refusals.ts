/** Any refusal of the caller: which one is mostly not declared. */
export const refusals: readonly number[] = Array.from({ length: 100 }, (_, index) => 400 + index)
