/** The rows of `contracts/vectors/requests.yaml` that fetch can send: one request, without a say on its octets. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { World } from '@plant-store/testkit'
import { parse } from 'yaml'

interface Written {
  readonly send?: string
  readonly as?: string
  readonly with?: string
  readonly due?: number
  readonly error?: number
}

interface Table {
  readonly sections: readonly {
    readonly section: string
    readonly usually?: Written
    readonly rows: readonly (Written & {
      readonly says: string
      readonly raw?: string
      readonly pieces?: number
    })[]
  }[]
}

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
  const { sections } = parse(readFileSync(file, 'utf8')) as Table
  return sections.flatMap(({ section, usually, rows }) =>
    rows.flatMap(({ says, raw, pieces, ...row }) => {
      const { send = '', as = 'nobody', with: lines = '', due = 0, error } = { ...usually, ...row }
      if (raw !== undefined || pieces !== undefined) return []
      const [method = '', ...target] = send.split(' ')
      const fields = [...(as === 'nobody' ? [] : [`Authorization: Bearer {${as}}`]), ...lines.split('\n')]
      return {
        says: `${section}: ${says}`,
        method,
        target: target.join(' '),
        fields: fields.filter((line) => line !== '').map((line) => cut(line)),
        due,
        error: due < 400 ? undefined : error,
      }
    }),
  )
}

function cut(line: string): readonly [string, string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon), line.slice(colon + 1)]
}

/** The text for each word in curly brackets; the tags are those of the server that gets the request. */
export function wordsFor(world: World, tags: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const words = new Map([['token of nobody', world.strangerToken]])
  for (const [name, user] of Object.entries(world.users)) {
    words.set(name, user.token)
    words.set(`expired token of ${name}`, user.expiredToken)
    words.set(`revoked token of ${name}`, user.revokedToken)
    words.set(`${name} without the end`, user.token.slice(0, -1))
    words.set(`${name} in other case`, inOtherCase(user.token))
    words.set(`tag of ${name}`, tags[name] ?? '')
  }
  return words
}

const inOtherCase = (text: string): string =>
  text.replaceAll(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )

/**
 * The request, or undefined if fetch would send a different one: it forbids some fields and methods, joins field lines
 * of the same name, and normalises addresses.
 */
export function toRequest(row: Row, base: string, words: ReadonlyMap<string, string>): Request | undefined {
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

/** Fills the innermost brackets first: repeated text may contain words in brackets. */
function fill(text: string, words: ReadonlyMap<string, string>): string {
  let filled = text
  for (let before = ''; before !== filled;) {
    before = filled
    filled = filled.replaceAll(/\{([^{}"]+)\}/g, (whole, word: string) => {
      const [, repeated, times] = /^(.+)\*(\d+)$/s.exec(word) ?? []
      if (repeated !== undefined) return repeated.repeat(Number(times))
      const [, octet] = /^octet ([\dA-F]{2})$/.exec(word) ?? []
      return octet === undefined
        ? (words.get(word) ?? whole)
        : String.fromCodePoint(Number.parseInt(octet, 16))
    })
  }
  return filled
}
