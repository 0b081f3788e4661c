/** `format: int32` made enforceable: few validators act on the format, all act on the bounds. */
export const int32 = { format: 'int32', minimum: -2_147_483_648, maximum: 2_147_483_647 } as const
