/** Class 9: methods and paths. */
import { heads } from './methods-and-paths/heads.ts'
import { methods } from './methods-and-paths/methods.ts'
import { paths } from './methods-and-paths/paths.ts'
import { spellings } from './methods-and-paths/spellings.ts'
import { usual } from './methods-and-paths/usual.ts'
import type { Mutant } from '../mutant.ts'

export const methodsAndPaths: readonly Mutant[] = [...methods, ...heads, ...paths, ...spellings, ...usual]
