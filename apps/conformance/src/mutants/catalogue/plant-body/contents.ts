/** Bodies of plants: texts that are not those of the plant. */
import { first, plants, tenth } from '../../faults/bodies.ts'
import { faultsOf, type Mutant } from '../../mutant.ts'

const { given } = faultsOf('body of a plant')

export const contents: readonly Mutant[] = [
  given(
    'name-empty',
    'The first plant is called nothing.',
    plants((p) => ({ ...p, name: '' }), first),
  ),
  given(
    'name-trimmed',
    'Space around a name is lost.',
    plants((p) => ({ ...p, name: p.name.trim() })),
  ),
  given(
    'name-composed',
    'Names are brought into another Unicode form.',
    plants((p) => ({ ...p, name: p.name.normalize('NFC') })),
  ),
  given(
    'name-short',
    'Names end after sixteen characters.',
    plants((p) => ({ ...p, name: p.name.slice(0, 16) })),
  ),
  given(
    'name-small',
    'Names come in small letters.',
    plants((p) => ({ ...p, name: p.name.toLowerCase() })),
  ),
  given(
    'name-for-html',
    'Names are escaped for HTML.',
    plants((p) => ({ ...p, name: p.name.replaceAll('<', '&lt;') })),
  ),
  given(
    'name-ascii',
    'What is not ASCII comes as a question mark.',
    plants((p) => ({ ...p, name: p.name.replaceAll(/[^ -~]/g, '?') })),
  ),
  given(
    'name-twice-encoded',
    'Names were encoded twice.',
    plants((p) => ({ ...p, name: Buffer.from(p.name).toString('latin1') })),
  ),
  given(
    'name-half-character',
    'Characters of two halves lose one.',
    plants((p) => ({ ...p, name: p.name.replaceAll(/[\uDC00-\uDFFF]/g, '') })),
  ),
  given(
    'name-without-controls',
    'Control characters are lost.',
    plants((p) => ({ ...p, name: p.name.replaceAll(/\p{Cc}/gu, '') })),
  ),
  given(
    'name-for-tag',
    'The tenth plant has its name for a tag.',
    plants(({ name }) => ({ name, tag: name }), tenth),
  ),
  given(
    'tag-dropped',
    'No plant has a tag.',
    plants(({ name }) => ({ name })),
  ),
  given(
    'tag-dropped-first',
    'The first plant has lost its tag.',
    plants(({ name }) => ({ name }), first),
  ),
  given(
    'tag-dropped-unusual',
    'Tags that are not ASCII are lost.',
    plants((p) => (/^[ -~]*$/.test(p.tag ?? '') ? undefined : { name: p.name })),
  ),
  given('tag-of-neighbour', 'A plant without a tag gets that of the plant before it.', ({ encodePlant }) => {
    let before: string | undefined
    return {
      encodePlant: (plant, place, ask) => {
        before = plant.tag ?? (place.index === 0 ? undefined : before)
        return encodePlant(before === undefined ? plant : { ...plant, tag: before }, place, ask)
      },
    }
  }),
  given(
    'tag-spaceless',
    'A tag of space alone is taken for none.',
    plants((p) => (p.tag?.trim() === '' ? { name: p.name } : undefined)),
  ),
]
