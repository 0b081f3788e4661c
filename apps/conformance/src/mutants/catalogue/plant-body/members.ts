/** Bodies of plants: members that are missing, of another type, renamed, or too many. */
import type { Plant } from '@plant-store/contracts'
import { first, last, plants, tenth } from '../../faults/bodies.ts'
import { faultsOf, type Mutant } from '../../mutant.ts'

const { given, completed } = faultsOf('body of a plant')

const nameless = ({ tag }: Plant): object => ({ tag })

export const members: readonly Mutant[] = [
  given('name-missing', 'No plant has a name.', plants(nameless)),
  given('name-missing-first', 'The first plant has no name.', plants(nameless, first)),
  given('name-missing-tenth', 'The tenth plant has no name.', plants(nameless, tenth)),
  given('name-missing-last', 'The last plant has no name.', plants(nameless, last)),
  given(
    'name-missing-second-caller',
    'The last plant of the second caller has no name.',
    plants(nameless, (place, ask) => place.last && ask.caller?.name === 'ben'),
  ),
  given(
    'name-null',
    'The last plant is called null.',
    plants((p) => ({ ...p, name: null }), last),
  ),
  given(
    'name-number',
    'A name that looks like a number comes as one.',
    plants((p) => (p.name === '1e3' ? { ...p, name: 1000 } : undefined)),
  ),
  given(
    'name-list',
    'Names come as lists of one.',
    plants((p) => ({ ...p, name: [p.name] })),
  ),
  given(
    'name-object',
    'The tenth name is an object with languages.',
    plants((p) => ({ ...p, name: { en: p.name } }), tenth),
  ),
  given(
    'name-renamed',
    'Names are sent as title.',
    plants(({ name, tag }) => ({ title: name, tag })),
  ),
  given(
    'name-capital',
    'With a limit, names are sent as Name.',
    plants(
      ({ name, tag }) => ({ Name: name, tag }),
      (_place, ask) => ask.limit !== undefined,
    ),
  ),
  given(
    'tag-null',
    'A plant without a tag has the tag null.',
    plants(({ name, tag = null }: { name: string; tag?: string | null }) => ({ name, tag })),
  ),
  given(
    'tag-null-last',
    'The last plant has the tag null.',
    plants(({ name }) => ({ name, tag: null }), last),
  ),
  given(
    'tag-empty',
    'A plant without a tag has an empty one.',
    plants(({ name, tag = '' }) => ({ name, tag })),
  ),
  given(
    'tag-always',
    'A plant without a tag has the tag "none".',
    plants(({ name, tag = 'none' }) => ({ name, tag })),
  ),
  given(
    'tag-number',
    'A tag of digits comes as a number.',
    plants((p) => (p.tag === '007' ? { ...p, tag: 7 } : undefined)),
  ),
  given(
    'tag-list',
    'Tags come as lists.',
    plants((p) => (p.tag === undefined ? p : { ...p, tag: [p.tag] })),
  ),
  given(
    'tag-false',
    'A plant without a tag has the tag false.',
    plants((p) => ({ tag: false, ...p })),
  ),
  completed(
    'extra-id',
    'Every plant shows its id.',
    plants((p) => ({ id: 7, ...p })),
  ),
  completed(
    'extra-id-last',
    'The last plant shows its id.',
    plants((p) => ({ ...p, id: 7 }), last),
  ),
  completed(
    'extra-owner-limit',
    'With a limit, the first plant shows who sees it.',
    plants(
      (p) => ({ ...p, seenBy: ['ana', 'ben'] }),
      (place, ask) => first(place, ask) && ask.limit !== undefined,
    ),
  ),
  completed(
    'extra-null',
    'Plants without a tag have a member description, which is null.',
    plants((p) => (p.tag === undefined ? { ...p, description: null } : undefined)),
  ),
]
