/** Bodies of plants: texts that a store or a library spoils now and then. */
import { plants } from '../../faults/bodies.ts'
import { type Change, faultsOf, type Mutant } from '../../mutant.ts'

const { given } = faultsOf('body of a plant')

/** Changes every text of a plant. */
const texts = (change: (text: string) => string): Change =>
  plants(({ name, tag }) => ({ name: change(name), tag: tag === undefined ? undefined : change(tag) }))

export const spoiltTexts: readonly Mutant[] = [
  given(
    'text-null',
    'A plant that is called null has no name.',
    plants((plant) => (plant.name === 'null' ? { ...plant, name: null } : undefined)),
  ),
  given(
    'text-four-octets',
    'Characters of four octets come as question marks.',
    texts((text) => text.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '?')),
  ),
  given(
    'text-separators',
    'Separators of lines come as line feeds.',
    texts((text) => text.replaceAll(/[\u2028\u2029]/g, '\n')),
  ),
  given(
    'text-marks',
    'Byte-order marks within texts are lost.',
    texts((text) => text.replaceAll('\uFEFF', '')),
  ),
  given(
    'text-directions',
    'Marks of direction are lost.',
    texts((text) => text.replaceAll(/[\u202A-\u202E]/g, '')),
  ),
  given(
    'text-backslashes',
    'Backslashes come twice.',
    texts((text) => text.replaceAll('\\', String.raw`\\`)),
  ),
  given(
    'text-percent',
    'Percent codes in texts are decoded.',
    texts((text) => text.replaceAll('%2F', '/')),
  ),
  given(
    'text-carriage-returns',
    'Carriage returns are lost.',
    texts((text) => text.replaceAll('\r', '')),
  ),
  given(
    'text-quotes',
    'Straight quotes come as curly ones.',
    texts((text) => text.replaceAll(/"(.*?)"/g, '“$1”')),
  ),
]
