/** Texts that mean something to databases, shells, templates and parsers, and targets of the maximum length or more. */
import { integerParameters } from '../../contract/operations.ts'
import { type Dimension, query, type Setting, setting, usual, type Value } from '../draft.ts'

export function poisons({ operation }: Setting): Dimension {
  const { path } = operation
  const [name = 'x'] = integerParameters(operation).map((parameter) => parameter.name)
  const coded = texts.map((text) => encodeURIComponent(text))
  const filler = (length: number): Value => query(`x=${'A'.repeat(length - path.length - 3)}`)
  return {
    name: 'hostile text',
    values: [
      usual,
      ...coded.flatMap((text) => [query(`${text}=1`), query(`${name}=${text}`)]),
      ...coded.slice(0, -4).map((text) => setting({ path: `${path}/${text}` })),
      ...texts
        .filter((text) => /^[!-~ ]+$/.test(text))
        .map((text) => setting({ credentials: () => [`Bearer ${text}`] })),
      filler(8000),
      filler(12_000),
      query('a&'.repeat(3900).slice(0, -1), `${name}=1`),
    ],
  }
}

const texts: readonly string[] = [
  "1'--",
  '1 OR 1=1',
  '1;DROP TABLE plants',
  '1 UNION SELECT 1',
  "'",
  '"',
  '`',
  '\\',
  '${1}',
  '{{1}}',
  '$(id)',
  '|id',
  '<script>',
  '../../etc/passwd',
  '%s%n',
  '\u0000',
  '\uFFFF',
  '\u{1F335}',
  '__proto__',
  'constructor',
  'toString',
  '{"$gt":0}',
  '[object Object]',
  'A'.repeat(2000),
  '9'.repeat(5000),
  '((((((((((((((((((((a)+)+)+)+',
  '\r\nX: y',
]
