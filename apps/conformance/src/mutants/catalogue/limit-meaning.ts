/** Class 8: the meaning of limit. */
import { counts } from './limit-meaning/counts.ts'
import { defaults } from './limit-meaning/defaults.ts'
import { orders } from './limit-meaning/orders.ts'
import { details } from './limit-meaning/details.ts'
import type { Mutant } from '../mutant.ts'

export const limitMeaning: readonly Mutant[] = [...counts, ...defaults, ...orders, ...details]
