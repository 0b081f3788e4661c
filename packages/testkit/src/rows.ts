/** Reads contracts/vectors/requests.yaml: what to send, in words in curly brackets and lines of bytes, and what is due. */
import { swapCase } from '@plant-store/raw-http'
import { isNode, LineCounter, parseDocument } from 'yaml'
import type { World } from './make-world.ts'

/** What the words in curly brackets stand for, by their names, such as `ana`. */
export type Words = ReadonlyMap<string, string>

/** What a row says of its request. */
interface WrittenRequest {
  /** Method and target. */
  readonly send?: string | undefined
  /** The word for the token. */
  readonly as?: string | undefined
  /** Lines of header fields. */
  readonly with?: string | undefined
  /** Every byte, in place of the others. */
  readonly raw?: string | undefined
}

/** The bytes of the row, one character for each, before the words are filled in. */
export function textOf({ raw, send = '', as = 'nobody', with: lines = '' }: WrittenRequest): string {
  if (raw !== undefined) {
    return linesOf(raw)
      .map((line) => endLine(line.replace('{empty line}', '')))
      .join('')
  }
  const token = as === 'nobody' ? [] : [`Authorization: Bearer {${as}}`]
  const others = linesOf(lines).filter((line) => line !== '')
  return [`${send} HTTP/1.1`, 'Host: {host}', ...token, ...others, '', ''].join('\r\n')
}

/** Lines end with CRLF, unless they say otherwise. */
function endLine(line: string): string {
  if (line.endsWith('{stop}')) return line.slice(0, -'{stop}'.length)
  return line.endsWith('{LF}') ? line.replace('{LF}', '\n') : `${line}\r\n`
}

const linesOf = (block: string): readonly string[] => block.replace(/\n$/, '').split('\n')

/**
 * Fills in the words. `{A*9}` is the text before the star, nine times; `{byte 0A}` is one byte. Curly brackets with
 * nothing, or with quotes, between them stand for themselves. An unknown word becomes what `onUnknown` returns for it.
 */
export function fillWords(text: string, words: Words, onUnknown: (word: string) => string): string {
  const valueOf = (_: string, word: string): string => {
    const [, repeated, times] = /^(.+)\*(\d+)$/s.exec(word) ?? []
    if (repeated !== undefined) return repeated.repeat(Number(times))
    const [, byte] = /^byte ([\dA-F]{2})$/.exec(word) ?? []
    if (byte !== undefined) return String.fromCodePoint(Number.parseInt(byte, 16))
    return words.get(word) ?? onUnknown(word)
  }
  let filled = text
  for (let before = ''; before !== filled;) {
    before = filled
    // The innermost first, because text to be repeated may contain words.
    filled = filled.replaceAll(/\{([^{}"]+)\}/g, valueOf)
  }
  return filled
}

/** A tag in its weak form, which it may have already. */
export const weakTag = (tag: string): string => `W/${tag.replace(/^W\//, '')}`

/** The words for the users of a world, and for their tags, where these are given. */
export function wordsOf(world: World, tags: Readonly<Record<string, string>>): Words {
  const ofUsers = Object.entries(world.users).flatMap(([name, user]) => [
    [name, user.token] as const,
    [`expired token of ${name}`, user.expiredToken] as const,
    [`revoked token of ${name}`, user.revokedToken] as const,
    [`${name} without the end`, user.token.slice(0, -1)] as const,
    [`${name} in other case`, swapCase(user.token)] as const,
    [`tag of ${name}`, tags[name] ?? ''] as const,
    [`weak tag of ${name}`, weakTag(tags[name] ?? '')] as const,
  ])
  return new Map([['token of nobody', world.strangerToken], ...ofUsers])
}

/** What is due for one request. */
export interface Due {
  readonly due: number
  readonly error?: number | undefined
  readonly plants?: string | undefined
  readonly carries?: string | undefined
  readonly lacks?: string | undefined
}

/** A row, completed with everything that its section specifies for it. */
export interface Row {
  readonly section: string
  readonly says: string
  /** Where it stands in the file. */
  readonly line: number
  /** What is sent, before the words in it are filled in. */
  readonly text: string
  /** Every byte is the row's own. */
  readonly isRaw: boolean
  readonly pieces: number | undefined
  readonly connection: 'closes' | 'stays open' | undefined
  /** One for each request that the row sends. */
  readonly dues: readonly Due[]
}

/** `settings` are those of the service that the section needs; most need none. */
interface Section {
  readonly section: string
  readonly settings: Readonly<Record<string, number>>
  readonly rows: readonly Row[]
}

interface Table {
  /** How many plants each user of the world sees. */
  readonly users: Readonly<Record<string, number>>
  readonly sections: readonly Section[]
}

const dueMembers = ['due', 'error', 'plants', 'carries', 'lacks'] as const
const rowMembers = ['says', 'send', 'as', 'with', 'raw', 'pieces', 'responses', 'connection', ...dueMembers]

interface WrittenRow
  extends WrittenRequest, Partial<Due>, Pick<Row, 'says'>, Partial<Pick<Row, 'pieces' | 'connection'>> {
  readonly responses?: readonly Partial<Due>[]
}

interface WrittenSection extends Partial<Pick<Section, 'settings'>> {
  readonly section: string
  readonly usually?: Partial<WrittenRow>
  readonly rows: readonly WrittenRow[]
}

/** The table, from the text of the file. Throws a sentence for a mistake in it. */
export function readTable(yaml: string): Table {
  const lineCounter = new LineCounter()
  const document = parseDocument(yaml, { lineCounter })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a file of ours, whose rows are checked below
  const { users, sections } = document.toJS() as Pick<Table, 'users'> & { sections: WrittenSection[] }
  return {
    users,
    sections: sections.map(({ section, settings = {}, usually = {}, rows }, at) => ({
      section,
      settings,
      rows: rows.map((row, index) => {
        const node = document.getIn(['sections', at, 'rows', index], true)
        const line = isNode(node) ? lineCounter.linePos(node.range?.[0] ?? 0).line : 0
        return completeRow(row, usually, { section, line })
      }),
    })),
  }
}

function completeRow(
  row: WrittenRow,
  usually: Partial<WrittenRow>,
  place: Pick<Row, 'section' | 'line'>,
): Row {
  const mistake = (what: string): Error => new Error(`requests.yaml:${place.line}: ${what}`)
  const { says, raw, pieces, connection = usually.connection, responses = [row] } = row
  for (const [members, known] of [
    [row, rowMembers],
    ...(row.responses ?? []).map((due) => [due, dueMembers] as const),
  ] as const) {
    const unknown = Object.keys(members).find((name) => !known.some((each) => each === name))
    if (unknown !== undefined) throw mistake(`a row has no member ${unknown}`)
  }
  // A row with raw bytes uses none of the section's usual request.
  const sent = raw === undefined ? { ...usually, ...row } : row
  if ((raw === undefined) === (sent.send === undefined)) throw mistake('a row has either send or raw')
  const dues = responses.map((written): Due => {
    const { due = usually.due, carries = usually.carries, lacks = usually.lacks } = written
    if (due === undefined) throw mistake('what status is due?')
    // A section that usually refuses says nothing about the plants in its other rows, and the other way round.
    const error = written.error ?? (due >= 400 ? usually.error : undefined)
    const plants = written.plants ?? (due === 200 ? usually.plants : undefined)
    return { due, error, plants, carries, lacks }
  })
  return { ...place, says, text: textOf(sent), isRaw: raw !== undefined, pieces, connection, dues }
}
