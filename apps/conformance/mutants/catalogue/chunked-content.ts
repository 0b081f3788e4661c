/** Class 3, continued: content in other sizes and pieces. */
import { failing, silent } from '../faults/replies.ts'
import { faultsOf } from '../mutant.ts'
import { octets } from '../triggers-between.ts'
import { field, request } from '../triggers.ts'

const chunks = faultsOf('status', {
  completed: {
    'chunk-extension-400': ['Content whose chunks have extensions gets 400.', failing(400), octets(/\r\n[\da-f]+;\w+/i)],
    'chunk-in-capitals-400': ['Content whose length of a chunk has capital digits gets 400.', failing(400), octets(/\r\n0*[\d]*[A-F][\dA-F]*\r\n/)],
    'chunk-with-zeros-400': ['Content whose length of a chunk begins with zeros gets 400.', failing(400), octets(/\r\n0+[1-9a-f][\da-f]*\r\n/i)],
    'chunks-many-400': ['Content in more than twenty chunks gets 400.', failing(400), octets(/(?:\r\n[\da-f]{1,2}\r\n[^\r]*){20}/i)],
    'trailer-400': ['Content with a trailer gets 400.', failing(400), request(({ request: { trailers } }) => Object.keys(trailers).length > 0)],
    'content-of-4096': ['Content of exactly 4096 octets is waited for for ever.', silent, field('content-length', /^(?:4096|8192|16384)$/)],
    'content-of-four-digits': ['Content of 1000 to 9999 octets gets 500.', failing(500), field('content-length', /^\d{4}$/)],
  },
})

export const chunkedContent = [...chunks]
