/** The texts of openapi.yaml that hold more than one rule each: the place of words in them. */
import type { Rule } from './rule.ts'

type Place = Pick<Rule, 'pointer' | 'words'>

const inText =
  (pointer: string) =>
  (words: string): Place => ({ pointer, words })

export const general = inText('/info/description')
export const operation = inText('/paths/~1plants/get/description')
export const bearer = inText('/components/securitySchemes/bearer/description')
export const plants = inText('/components/responses/Plants/description')
export const badRequest = inText('/components/responses/BadRequest/description')
export const unauthorized = inText('/components/responses/Unauthorized/description')
export const internalError = inText('/components/responses/InternalError/description')
