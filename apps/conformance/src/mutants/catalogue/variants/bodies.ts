/** Variants: other ways to write the same bodies. */
import { anonymous, deletion, inTurn, stranger, wholeList, wrongLimit } from '../../demonstration.ts'
import { errors, lists, plants } from '../../faults/bodies.ts'
import { type Variant, variant } from '../../mutant.ts'

const escaped = (text: string): string =>
  text.replaceAll(
    /[^ -~]/g,
    (character) => String.raw`\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  )

const inGerman: Readonly<Record<number, string>> = {
  40_001: 'limit muss eine ganze Zahl von 0 bis 2147483647 sein.',
  40_101: 'Ein Token wird gebraucht.',
  40_102: 'Das Token wurde nicht angenommen – größer ist es auch nicht geworden.',
}

export const bodies: readonly Variant[] = [
  variant(
    'indented',
    'JSON is indented.',
    wholeList,
    lists((text) => JSON.stringify(JSON.parse(text), null, 2)),
  ),
  variant(
    'space-around',
    'White space stands around the JSON.',
    wholeList,
    lists((text) => `\r\n \t${text}\n`),
  ),
  variant(
    'tag-first',
    'The tag comes before the name.',
    wholeList,
    plants(({ name, tag }) => ({ tag, name })),
  ),
  variant('escaped', 'All that is not ASCII is escaped.', wholeList, lists(escaped)),
  variant(
    'escaped-capitals',
    'Escapes are in capitals, and slashes escaped.',
    wholeList,
    lists((text) =>
      escaped(text)
        .replaceAll(/(?<=\\u)[\da-f]{4}/g, (code) => code.toUpperCase())
        .replaceAll('/', String.raw`\/`),
    ),
  ),
  variant(
    'error-indented',
    'Errors are indented.',
    wrongLimit,
    errors((body) => JSON.stringify(body, null, 4)),
  ),
  variant(
    'error-message-first',
    'The message comes before the number.',
    wrongLimit,
    errors(({ error, message }) => ({ message, error })),
  ),
  variant(
    'error-numbers',
    'Errors have other numbers.',
    inTurn(wrongLimit, anonymous(), stranger, deletion),
    errors(({ error, message }) => ({ error: error % 97, message })),
  ),
  variant(
    'error-numbers-extreme',
    'Numbers of errors are as small as 32 bits hold.',
    wrongLimit,
    errors(({ error, message }) => ({ error: -2_147_483_648 + (error % 97), message })),
  ),
  variant(
    'error-message-polite',
    'Messages say please, and have words in them that mean something to databases.',
    wrongLimit,
    errors(({ error }) => ({
      error,
      message: 'Please select a limit from 0 to 2147483647, at 10:30:15 as ever.',
    })),
  ),
  variant(
    'error-messages',
    'Messages are in another language.',
    stranger,
    errors(({ error }) => ({ error, message: inGerman[error] ?? 'Das geht nicht.' })),
  ),
  variant(
    'error-message-detailed',
    'Messages say what was wrong with the value.',
    wrongLimit,
    errors(({ error, message }, ask) => ({
      error,
      message:
        error === 40_001
          ? `limit is ${JSON.stringify(ask?.query.getAll('limit'))}: give a number once.`
          : message,
    })),
  ),
]
