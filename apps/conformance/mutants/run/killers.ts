/** Killers: what caught a mutant the last time, as data, so that it can be tried first. */
import { readFile, writeFile } from 'node:fs/promises'
import { rewriteRequest, swapCase, tokenName } from '@plant-store/raw-http'
import type { SentRequest } from '../../src/exchange.ts'
import type { Subject } from '../../src/subject.ts'
import { mutants } from '../catalogue.ts'

/** Requests that show a fault when they are sent to a fresh server in this way, all of them `times` times. */
export interface Session {
  /** One after the other, each on a connection of its own or all on one, waiting for answers or not; or all at once. */
  readonly how: 'apart' | 'on one connection' | 'pipelined' | 'together'
  readonly times: number
  /** Each request is sent in pieces of this many octets. */
  readonly pieces?: number
  /** The connection rests for this long before each request but the first. */
  readonly restMs?: number
  /**
   * As findings show them: with `$HOST`, and with `$TOKEN`, `$TOKEN_2` and so on, or parts of a token. A character that
   * is repeated many times is written as in `{A*8000}`.
   */
  readonly requests: readonly SentRequest[]
}

/** What shows faults: a session or, where no short session does, a part of the judge. */
type Means = { readonly session: Session } | { readonly part: string }

/** The rule that was seen broken, and what showed it. */
export type Killer = { readonly rule: string } & Means

/** Killers by the names of mutants. A mutant without one is caught only by the whole judge. */
type Killers = Readonly<Partial<Record<string, Killer>>>

/** A line of the file: the rules that it shows broken, each with the mutants that break it. */
type Line = Means & { readonly shows: Readonly<Record<string, readonly string[]>> }

const killersFile = new URL('../killers.json', import.meta.url)

export async function readKillers(): Promise<Killers> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own command wrote it
  const lines = JSON.parse(await readFile(killersFile, 'utf8')) as readonly Line[]
  const entries = lines.flatMap(({ shows, ...means }) =>
    Object.entries(shows).flatMap(([rule, ids]) =>
      ids.map((id): readonly [string, Killer] => [id, { rule, ...means }]),
    ),
  )
  return Object.fromEntries(entries)
}

/** Writes them in the order of the catalogue. What shows the faults of several mutants is one line. */
export async function writeKillers(killers: Killers): Promise<void> {
  const known = mutants.flatMap(({ id }) => {
    const killer = killers[id]
    if (killer === undefined) return []
    const { rule, ...means } = killer
    return { id, rule, means }
  })
  const byMeans = Map.groupBy(known, ({ means }) => JSON.stringify(means))
  const lines = [...byMeans.values()].map((shown) => {
    const byRule = [...Map.groupBy(shown, ({ rule }) => rule)]
    const shows = Object.fromEntries(byRule.map(([rule, own]) => [rule, own.map(({ id }) => id)]))
    return `  ${JSON.stringify({ ...shown[0]?.means, shows })}`
  })
  await writeFile(killersFile, `[\n${lines.join(',\n')}\n]\n`)
}

/** The variables in a finding, which a shell would expand: each is a token, or a part of one. */
const variable =
  /\$\(printf %s: "\$(?<encoded>\w+)" \| base64 \| tr -d '\\n'\)|\$\{(?<braced>\w+)(?::(?<from>\d+):(?<length>\d+)|(?<swapped>~~))?\}|\$(?<bare>\w+)/g

/** The request as it is to be sent to the subject. */
export function expandRequest(request: SentRequest, subject: Subject): SentRequest {
  const values = variablesOf(subject)
  const expanded = rewriteRequest(request, (text) =>
    text
      .replaceAll(repeated, (_, character: string, times: string) => character.repeat(Number(times)))
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the last argument is the groups of the pattern
      .replaceAll(variable, (whole, ...rest) => expand(whole, rest.at(-1) as Parts, values)),
  )
  return withLength(expanded, lengthOfBody, String(expanded.body?.length))
}

/** In place of the Content-Length of a body with tokens in it: the tokens of another server may be longer. */
const lengthOfBody = '$LENGTH'

/** The request with the second value in place of the first as its Content-Length. */
const withLength = (request: SentRequest, from: string, to: string): SentRequest => ({
  ...request,
  fields: request.fields.map(([name, value]) => [
    name,
    /^content-length$/i.test(name) && value === from ? to : value,
  ]),
})

const repeated = /\{(.)\*(\d+)\}/g
/** A run at least this long is written in short. */
const manyTimes = /(.)\1{99,}/g

/** The request in a form that can be stored, and sent to the same mutant at another address. */
export function shortenRequest(request: SentRequest, subject: Subject): SentRequest {
  const shortened = rewriteRequest(request, (text) =>
    text
      .replaceAll(new URL(subject.url).host, '$HOST')
      .replaceAll(manyTimes, (run, character: string) => `{${character}*${run.length}}`),
  )
  if (shortened.body?.includes('$') !== true) return shortened
  const { body = '' } = expandRequest(shortened, subject)
  return withLength(shortened, String(body.length), lengthOfBody)
}

type Parts = Readonly<Partial<Record<'encoded' | 'braced' | 'from' | 'length' | 'swapped' | 'bare', string>>>

function expand(whole: string, parts: Parts, values: ReadonlyMap<string, string>): string {
  const { encoded, braced, from, length, swapped, bare } = parts
  const value = values.get(encoded ?? braced ?? bare ?? '')
  if (value === undefined) return whole
  if (encoded !== undefined) return Buffer.from(`${value}:`, 'latin1').toString('base64')
  if (from !== undefined) return value.slice(Number(from), Number(from) + Number(length))
  return swapped === undefined ? value : swapCase(value)
}

function variablesOf({ url, callers, refusedTokens }: Subject): ReadonlyMap<string, string> {
  const tokens = callers.map(({ token }) => token)
  return new Map([
    ['HOST', new URL(url).host],
    ...named('TOKEN', tokens),
    ...named('REFUSED_TOKEN', refusedTokens),
  ])
}

const named = (name: string, tokens: readonly string[]): readonly [string, string][] =>
  tokens.map((token, index) => [tokenName(name, index), token])
