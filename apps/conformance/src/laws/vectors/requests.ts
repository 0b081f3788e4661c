/** The rows of contracts/vectors/requests.yaml as requests: what they show must hold for every service. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { parse } from 'yaml'
import type { Field, SentRequest } from '../../exchange.ts'
import { malformedRequest } from '../request.ts'
import type { Secrets, Token } from '../secrets.ts'

const Sent = {
  send: Type.Optional(Type.String()),
  as: Type.Optional(Type.String()),
  with: Type.Optional(Type.String()),
  due: Type.Optional(Type.Integer()),
  error: Type.Optional(Type.Integer()),
}
const Row = Type.Object({
  says: Type.String(),
  raw: Type.Optional(Type.String()),
  pieces: Type.Optional(Type.Integer()),
  answers: Type.Optional(Type.Array(Type.Unknown())),
  ...Sent,
})
type Row = Static<typeof Row>
const Table = Type.Object({
  sections: Type.Array(
    Type.Object({
      section: Type.String(),
      settings: Type.Optional(Type.Unknown()),
      usually: Type.Optional(Type.Object(Sent)),
      rows: Type.Array(Row),
    }),
  ),
})

/** One row, as these laws can send it. */
export interface VectorRow {
  readonly section: string
  readonly says: string
  readonly request: SentRequest
  /** The status that the table says is due from our own service: the tests hold the oracle against it. */
  readonly due: number
  /** The request is no well-formed HTTP, so no analysis tells what is due. */
  readonly isMalformed: boolean
}

/**
 * The rows that are one request each and say all of it. Users of the table are callers of the subject, in their order;
 * rows about somebody who is not there, or about a tag, are left out.
 */
export async function loadVectors(host: string, secrets: Secrets): Promise<readonly VectorRow[]> {
  const file = fileURLToPath(import.meta.resolve('@plant-store/contracts/vectors/requests.yaml'))
  const table = Value.Parse(Table, parse(await readFile(file, 'utf8')))
  const words = wordsFor(host, secrets)
  return table.sections
    .filter(({ settings }) => settings === undefined)
    .flatMap(({ section, usually, rows }) =>
      rows.flatMap((row) => {
        const vector = toVector({ ...usually, ...row }, words)
        return vector === undefined ? [] : [{ section, says: row.says, ...vector }]
      }),
    )
}

type Words = ReadonlyMap<string, string>

function wordsFor(host: string, { callers, refused }: Secrets): Words {
  const words = new Map([
    ['host', host],
    ['token of nobody', `pst_${'0'.repeat(49)}`],
    ['CRLF', '\r\n'],
  ])
  const name = (user: string, token: Token | undefined): void => {
    if (token !== undefined) {
      words.set(user, token.mark)
      words.set(`${user} without the end`, token.slice(0, token.length - 1))
      words.set(`${user} in other case`, token.otherCase ?? 'x')
    }
  }
  for (const [index, user] of ['ana', 'ben', 'cleo'].entries()) {
    name(user, callers[index])
  }
  for (const [index, user] of ['expired token of ana', 'revoked token of ana'].entries()) {
    const mark = refused[index]?.mark
    if (mark !== undefined) {
      words.set(user, mark)
    }
  }
  return words
}

type Vector = Pick<VectorRow, 'request' | 'due' | 'isMalformed'>

function toVector(row: Row, words: Words): Vector | undefined {
  if (row.answers !== undefined || row.pieces !== undefined) {
    return undefined
  }
  return row.raw === undefined ? toRequest(row, words) : toMalformed(row.raw, row.due, words)
}

/** A row that shows octets is one of these requests where it shows that they are refused. */
function toMalformed(raw: string, due: number | undefined, words: Words): Vector | undefined {
  const octets = due === 400 ? fill(rawText(raw), words) : undefined
  if (octets === undefined || isLeftOpen(octets)) return undefined
  return { request: malformedRequest(octets), due: 400, isMalformed: true }
}

/**
 * An empty Host may be refused, or stand for a host that is configured (RFC 9112, 3.3); LF alone may end a line, and a
 * folded line may be unfolded (2.2 and 5.2).
 */
const isLeftOpen = (octets: string): boolean => /\r\nHost:[ \t]*\r\n|(?<!\r)\n|\r\n[ \t]+\S/i.test(octets)

function toRequest(
  { send = '', as = 'nobody', with: lines = '', due = 200 }: Row,
  words: Words,
): Vector | undefined {
  const filled = fill(send, words)
  const fields = readFields(fill(lines, words))
  const token = as === 'nobody' ? [] : [words.get(as)]
  if (filled === undefined || fields === undefined || token.includes(undefined)) {
    return undefined
  }
  const at = filled.indexOf(' ')
  const own: readonly Field[] = [
    ['Host', words.get('host') ?? ''],
    ...token.map((text): Field => ['Authorization', `Bearer ${text ?? ''}`]),
  ]
  const request = { method: filled.slice(0, at), target: filled.slice(at + 1), fields: [...own, ...fields] }
  return { request, due, isMalformed: false }
}

/** Only lines in the usual spelling, `Name: value`: the others are about the octets. */
function readFields(lines: string | undefined): readonly Field[] | undefined {
  const read = lines
    ?.split(/\r?\n/)
    .filter((line) => line !== '')
    .map((line) => /^([^:]+):(?: (.*)|)$/.exec(line))
  return read === undefined || read.includes(null)
    ? undefined
    : read.map((found): Field => [found?.[1] ?? '', found?.[2] ?? ''])
}

/** Every line ends with CRLF, unless it says otherwise. */
function rawText(block: string): string {
  return block
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.replace('{empty line}', ''))
    .map((line) =>
      line.endsWith('{stop}')
        ? line.slice(0, -6)
        : line.endsWith('{LF}')
          ? line.replace('{LF}', '\n')
          : `${line}\r\n`,
    )
    .join('')
}

/** Puts the words in; undefined where one of them is not known. The innermost come first. */
function fill(text: string, words: Words): string | undefined {
  const unknown: string[] = []
  const replace = (_: string, word: string): string => {
    const value = valueOf(word, words)
    unknown.push(...(value === undefined ? [word] : []))
    return value ?? ''
  }
  let filled = text
  for (let before = ''; before !== filled;) {
    before = filled
    filled = filled.replaceAll(/\{([^{}"]+)\}/g, replace)
  }
  return unknown.length === 0 ? filled : undefined
}

function valueOf(word: string, words: Words): string | undefined {
  const [, repeated, times] = /^(.+)\*(\d+)$/s.exec(word) ?? []
  if (repeated !== undefined) {
    return repeated.repeat(Number(times))
  }
  const [, octet] = /^octet ([\dA-F]{2})$/.exec(word) ?? []
  if (octet !== undefined) {
    return String.fromCodePoint(Number.parseInt(octet, 16))
  }
  return words.get(word)
}
