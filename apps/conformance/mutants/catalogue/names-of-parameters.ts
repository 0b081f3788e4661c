/** Class 7, continued: how names of parameters are read, and values by the codes that they are written in. */
import { limitUnseen, otherwise, refusingAnyLimit } from '../faults/limits.ts'
import { failing } from '../faults/replies.ts'
import { decoded } from '../faults/routes.ts'
import type { Change, Faults } from '../mutant.ts'
import { field, request, target, type Trigger } from '../triggers.ts'

/** Takes the value of a parameter whose name is read as that of the limit. */
const named = (isLimit: (name: string) => boolean): Change =>
  otherwise(({ query }) => [...query].filter(([name]) => isLimit(name)).map(([, value]) => value))

/** Where the name of a parameter is like this. */
const nameLike = (spelling: RegExp): Trigger => request(({ query }) => [...query.keys()].some((name) => spelling.test(name)))

export const completed: Faults = {
  'name-by-line: A name of several lines, of which one is limit, is taken for limit.': named((name) => /^limit$/m.test(name)),
  'name-accents: A name that is limit but for accents, as in l%C3%ADmit, is taken for limit.': named(
    (name) => name.normalize('NFD').replaceAll(/\p{Mn}/gu, '') === 'limit',
  ),
  'name-decoded-twice: Percent codes in names are decoded twice: %256Cimit is taken for limit.': named((name) => decoded(name) === 'limit'),
  'name-in-capital-codes: A name with a percent code whose digits are capital letters, as %6C, is not decoded.': [
    limitUnseen,
    target(/[?&][^=&]*%6[CD]/),
  ],
  'value-measured-raw: The length of a limit is measured before its percent codes are decoded: six digits as codes are refused.': [
    refusingAnyLimit,
    target(/[?&]limit=[\d%]{17}/),
  ],
  'other-charset: A percent code that is no UTF-8 in another parameter, as an e with an accent in ISO 8859-1, gets 400.': [
    failing(400),
    request(({ query }) => [...query].some(([name, value]) => name !== 'limit' && `${name}${value}`.includes('\uFFFD'))),
  ],
  'names-nested: A name with more than five brackets within each other gets 500.': [failing(500), nameLike(/(?:\[[^\]]*\]){6}/)],
  'array-index: A name with a great index in brackets gets 500.': [failing(500), nameLike(/\[\d{5,}\]/)],
  'azeri-limit: Names are written in capitals by the rules of the language: in Azeri limit is not found.': [
    limitUnseen,
    field('accept-language', /^az\b/i),
  ],
}
