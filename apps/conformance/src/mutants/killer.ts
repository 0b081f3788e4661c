/** Killers: what caught a mutant the last time, so that it can be asked first. */
import { readFile } from 'node:fs/promises'
import type { Stage } from '../sessions/runner.ts'
import { stages } from '../sessions/stages.ts'
import { rewriteRequest } from '../http/request.ts'
import type { SentRequest } from '../exchange.ts'
import type { Subject } from '../subject.ts'

/**
 * One request that shows the fault, as it stands in a finding: `$TOKEN` for a token, and `$HOST`. Or the name of the law
 * that finds it, where it takes several.
 */
export type Killer = { readonly request: SentRequest } | { readonly law: string }

/** By the names of mutants. One that has none is caught by all laws together. */
export type Killers = Readonly<Record<string, Killer>>

export const killersFile = new URL('killers.json', import.meta.url)

export async function readKillers(): Promise<Killers> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own command wrote it
  return JSON.parse(await readFile(killersFile, 'utf8')) as Killers
}

/** Every stage of the judge: each works by itself. */
export const laws: readonly Stage[] = stages

/** What a shell would make of the variables in a finding: each is a token, or a part of one. */
const variable =
  /\$\(printf %s: "\$(?<encoded>\w+)" \| base64 \| tr -d '\\n'\)|\$\{(?<braced>\w+)(?::(?<from>\d+):(?<length>\d+)|(?<swapped>~~))?\}|\$(?<bare>\w+)/g

/** The request as it is to be sent to the subject. */
export function expandRequest(request: SentRequest, subject: Subject): SentRequest {
  const values = variablesOf(subject)
  return rewriteRequest(request, (text) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the last argument is the groups of the pattern
    text.replaceAll(variable, (whole, ...rest) => expand(whole, rest.at(-1) as Parts, values)),
  )
}

/** The request as it can be sent to the same mutant at another address. */
export function withoutHost(request: SentRequest, { url }: Subject): SentRequest {
  return rewriteRequest(request, (text) => text.replaceAll(new URL(url).host, '$HOST'))
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
  tokens.map((token, index) => [index === 0 ? name : `${name}_${index + 1}`, token])

const swapCase = (text: string): string =>
  text.replaceAll(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
