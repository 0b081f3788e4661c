/** Class 6: access. */
import { oneOff } from './access/one-off.ts'
import { others } from './access/others.ts'
import { remembered } from './access/remembered.ts'
import type { Mutant } from '../mutant.ts'

export const access: readonly Mutant[] = [...others, ...oneOff, ...remembered]
