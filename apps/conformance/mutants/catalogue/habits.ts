/** Faults of many classes that services have by habit: what they remember, count, pack, cut off, and read into what others send. */
import { caches } from './caches.ts'
import { chunkedContent } from './chunked-content.ts'
import { clocks } from './clocks.ts'
import { conditionLists } from './condition-lists.ts'
import { longLists } from './long-lists.ts'
import { manyPeople } from './many-people.ts'
import { packed } from './packed.ts'
import { plantTexts } from './plant-texts.ts'
import { querySpellings } from './query-spellings.ts'
import { remembered } from './remembered.ts'
import { requestFields } from './request-fields.ts'
import { requestLines } from './request-lines.ts'
import { sequences } from './sequences.ts'
import { sideBySide } from './side-by-side.ts'

export const habits = [
  ...caches,
  ...remembered,
  ...clocks,
  ...sequences,
  ...sideBySide,
  ...manyPeople,
  ...longLists,
  ...plantTexts,
  ...querySpellings,
  ...requestFields,
  ...requestLines,
  ...chunkedContent,
  ...packed,
  ...conditionLists,
]
