/** Parameters of the query whose names are others: each of them is ignored, wherever it stands. */
import * as fc from 'fast-check'
import { integerParameters } from '../../oracle/operation.ts'
import { runsFor } from '../budget.ts'
import { type Dimension, query, type Setting, together, usual, type Value } from '../draft.ts'
import { anyParameter, nearParameter } from '../generate/numbers.ts'
import { foreignParameters, parameterValues } from './foreign-words.ts'

export function otherParameters({ runner, operation }: Setting): Dimension {
  const { seed, budget } = runner.subject
  const near = integerParameters(operation).map(({ name }) => nearParameter(name))
  const some = fc.array(fc.oneof(anyParameter, ...near), { minLength: 1, maxLength: 3 })
  const random = fc.sample(some, { seed, numRuns: runsFor(budget, 0.5) })
  return {
    name: 'other parameters',
    values: [
      usual,
      query('x=1'),
      ...parameterValues.map((value) =>
        together(foreignParameters, (names) => query(...names.map((name) => `${name}=${value}`))),
      ),
      ...[...otherNames, ...namesAlike].map((name) => query(name)),
      ...random.map((parts) => query(...parts)),
    ],
  }
}

/** How many parameters stand in front of those that count. */
export const placeInQuery: Dimension = {
  name: 'place in the query',
  values: [
    usual,
    ...[1, 99, 999].map((count) => before(count)),
    before(99, 'a=1'),
    ...[300, 2500, 5000].flatMap((octets) => [
      before(1, `a=${'A'.repeat(octets)}`),
      behind(`a=${'A'.repeat(octets)}`),
    ]),
  ],
}

/** Applied last: what is in the query by then comes behind. */
function before(count: number, part = 'a'): Value {
  return {
    apply: (draft) => ({ ...draft, query: [...Array.from({ length: count }, () => part), ...draft.query] }),
  }
}

/** Behind all others. */
function behind(part: string): Value {
  return { apply: (draft) => ({ ...draft, query: [...draft.query, part] }) }
}

/** To PHP a point and a blank are an underscore; routers tidy what looks like a path. */
const namesAlike: readonly string[] = [
  'access.token=x',
  'access+token=x',
  'access%20token=x',
  'access%2Etoken=x',
  'next=/../home',
  'next=/./x//y',
  'x=/../../etc/passwd',
  'x=http://127.0.0.1/../',
  '/../x',
]

const otherNames: readonly string[] =
  `LIMIT=1 Limit=x limit[]=1 limit[0]=1 limits=1 limi=1 limit%20=1 +limit=1 limit%00=1 %C5%80imit=1 offset=1 page=2
  per_page=1 sort=name order=desc fields=name filter=x q=x user=ben user_id=2 callback=x _=1 =5 & && other other=%zz
  __proto__=1&constructor=1 max=1 count=1 first=1 amp;limit=1 x=1&amp;limit=1 x=1;limit=1 x=1%26limit=1 x=1,limit=1
  x=1|limit=1 x?limit=1 x[limit]=1 x.limit=1 limit.x=1 limit:int=1 limit%3D1 limit%5B%5D=1 %22limit%22=1 limit%09=1 %EF%BD%8C%EF%BD%89%EF%BD%8D%EF%BD%89%EF%BD%94=1 limit.0=1 limit:1=1 limit-1=1 x=1%26limit=2 Limit=2`.split(
    /\s+/,
  )
