/** Class 2: the body of an error. */
import { forms } from './error-body/forms.ts'
import { leaks } from './error-body/leaks.ts'
import { members } from './error-body/members.ts'
import { reflections } from './error-body/reflections.ts'
import type { Mutant } from '../mutant.ts'

export const errorBody: readonly Mutant[] = [...members, ...leaks, ...forms, ...reflections]
