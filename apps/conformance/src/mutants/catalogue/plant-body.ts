/** Class 1: the body of a plant. */
import { around } from './plant-body/around.ts'
import { contents } from './plant-body/contents.ts'
import { items } from './plant-body/items.ts'
import { members } from './plant-body/members.ts'
import { syntax } from './plant-body/syntax.ts'
import { spoiltTexts } from './plant-body/texts.ts'
import type { Mutant } from '../mutant.ts'

export const plantBody: readonly Mutant[] = [
  ...members,
  ...contents,
  ...items,
  ...around,
  ...syntax,
  ...spoiltTexts,
]
