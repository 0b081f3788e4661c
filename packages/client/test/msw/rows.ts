/** The rows of `contracts/vectors/requests.yaml` that fetch can send (one request, without a say on its bytes), and responses in a form that can be compared. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { fillWords, readTable, type Words } from '@plant-store/testkit/rows'

/** What is sent, and which answer is due. Words in curly brackets are not filled in yet. */
export interface Row {
  readonly says: string
  readonly method: string
  readonly target: string
  readonly fields: readonly (readonly [name: string, value: string])[]
  readonly due: number
  readonly error: number | undefined
}

export function readRows(): readonly Row[] {
  const file = fileURLToPath(import.meta.resolve('@plant-store/contracts/vectors/requests.yaml'))
  const rows = readTable(readFileSync(file, 'utf8')).sections.flatMap((section) => section.rows)
  return rows
    .filter(({ isRaw, pieces }) => !isRaw && pieces === undefined)
    .map(({ section, says, text, dues: [due] }) => {
      const [start = '', , ...lines] = text.trimEnd().split('\r\n')
      const [method = '', ...target] = start.slice(0, start.lastIndexOf(' ')).split(' ')
      return {
        says: `${section}: ${says}`,
        method,
        target: target.join(' '),
        fields: lines.map((line): [string, string] => [
          line.slice(0, line.indexOf(':')),
          line.slice(line.indexOf(':') + 1),
        ]),
        due: due?.due ?? 0,
        error: due?.error,
      }
    })
}

/**
 * The request, or undefined if fetch would send a different one: it forbids some fields and methods, joins field lines
 * of the same name, and normalises addresses.
 */
export function toRequest(row: Row, base: string, words: Words): Request | undefined {
  const { method } = row
  const target = fill(row.target, words)
  const fields = row.fields.map(([name, value]): [string, string] => [fill(name, words), fill(value, words)])
  const names = fields.map(([name]) => name.toLowerCase())
  if (new Set(names).size < names.length || names.some((name) => ofTheConnection.has(name))) return undefined
  try {
    const request = new Request(base + target, { method, headers: fields })
    return request.url === base + target && request.method === method ? request : undefined
  } catch {
    return undefined
  }
}

/** Fields that fetch writes itself, or refuses. */
const ofTheConnection = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

const fill = (text: string, words: Words): string => fillWords(text, words, (word) => `{${word}}`)

/** The response without what differs each time, belongs to the connection, or is left to the server. */
export async function comparable(response: Response): Promise<object> {
  const text = await response.text()
  const fields = [...response.headers].filter(([name]) => !responseConnection.has(name))
  const own = fields.map(([name, value]) => [
    name,
    formOf[name]?.test(value) === true ? 'as it should be' : value,
  ])
  const error: unknown = text.startsWith('{')
    ? (JSON.parse(text) as { readonly error: unknown }).error
    : undefined
  return { status: response.status, error, text, fields: Object.fromEntries(own) as object }
}
const responseConnection = new Set(['connection', 'keep-alive', 'transfer-encoding'])
const formOf: Readonly<Record<string, RegExp>> = {
  date: /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/,
  etag: /^(?:W\/)?"[!#-~]+"$/,
  'x-request-id': /^[\w.:-]{1,64}$/,
}
