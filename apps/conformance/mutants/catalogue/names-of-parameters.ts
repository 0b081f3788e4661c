/** The grammar of limit: how parameter names are read, and how percent codes in names and values are. */
import { limitUnseen, otherwise, refusingAnyLimit } from '../faults/limits.ts'
import { failing } from '../faults/replies.ts'
import { decoded } from '../faults/routes.ts'
import type { Change, Faults } from '../mutant.ts'
import { field, request, target, type Trigger } from '../triggers.ts'

/** Reads the limit from parameters whose names satisfy `isLimit`, where `limit` is not given. */
const named = (isLimit: (name: string) => boolean): Change =>
  otherwise(({ query }) => [...query].filter(([name]) => isLimit(name)).map(([, value]) => value))

/** Where the name of a parameter matches this pattern. */
const nameLike = (spelling: RegExp): Trigger => request(({ query }) => [...query.keys()].some((name) => spelling.test(name)))

export const completed: Faults = {
  'name-by-line: A parameter name of several lines, one of which is limit, is read as limit.': named((name) => /^limit$/m.test(name)),
  'name-accents: A parameter name that is limit but for accents, such as l%C3%ADmit, is read as limit.': named(
    (name) => name.normalize('NFD').replaceAll(/\p{Mn}/gu, '') === 'limit',
  ),
  'name-decoded-twice: Percent codes in parameter names are decoded twice: %256Cimit is read as limit.': named((name) => decoded(name) === 'limit'),
  'name-in-capital-codes: A parameter name with a percent code in capital hex digits, such as %6C, is not decoded.': [
    limitUnseen,
    target(/[?&][^=&]*%6[CD]/),
  ],
  'value-measured-raw: The length of a limit is measured before its percent codes are decoded: six percent-encoded digits are refused.': [
    refusingAnyLimit,
    target(/[?&]limit=[\d%]{17}/),
  ],
  'other-charset: Percent codes in another parameter that are not UTF-8, such as an accented e in ISO 8859-1, get 400.': [
    failing(400),
    request(({ query }) => [...query].some(([name, value]) => name !== 'limit' && `${name}${value}`.includes('\uFFFD'))),
  ],
  'names-nested: A parameter name with more than five pairs of brackets in a row gets 500.': [failing(500), nameLike(/(?:\[[^\]]*\]){6}/)],
  'array-index: A parameter name with a large index in brackets gets 500.': [failing(500), nameLike(/\[\d{5,}\]/)],
  "azeri-limit: Parameter names are converted to upper case by the rules of the client's language: in Azeri, limit is not found.": [
    limitUnseen,
    field('accept-language', /^az\b/i),
  ],
}
