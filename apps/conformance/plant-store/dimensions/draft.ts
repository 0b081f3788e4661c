/** A request as its dimensions shape it, before it is written out. */
import { asOfHttp10, type Token } from '@plant-store/raw-http'
import type { Field, SentRequest } from '../../src/exchange.ts'
import { listPlants } from '../contract.ts'
import type { Runner } from '../runner.ts'

export interface Draft {
  readonly method: string
  /** Stands in front of the path where the target is a whole address. */
  readonly origin: string
  readonly path: string
  /** Parts of the query, separated by `&`. */
  readonly query: readonly string[]
  /** Which caller's token it carries, counted from 0. */
  readonly caller: number
  /** The values of its Authorization lines; the token is undefined where none was given. */
  readonly credentials: (token: Token | undefined) => readonly string[]
  readonly fields: readonly Field[]
  readonly body?: string
  readonly isOld: boolean
  /** How the names of its fields are spelled. */
  readonly spell: (name: string) => string
  /** Puts its fields in the order in which they are sent. */
  readonly arrange: (all: readonly Field[]) => readonly Field[]
  /** The blanks before and after the value of each field. */
  readonly blank: readonly [before: string, behind: string]
}

/** One value of a dimension: what it changes about a request that is otherwise as usual. */
export interface Value {
  readonly apply: (draft: Draft) => Draft
  /** Each half of the things, where several are tried at once. */
  readonly parts?: () => readonly Value[]
}

/** Alternative values, of which a request has one; the first is the usual one. */
export interface Dimension {
  readonly name: string
  readonly values: readonly Value[]
}

/** A value for each of some dimensions; the others have their usual one. */
export type Values = ReadonlyMap<Dimension, Value>

/** Changes nothing. */
export const usual: Value = { apply: (draft) => draft }

/** Sets parts of a request. */
export const setting = (parts: Partial<Draft>): Value => ({ apply: (draft) => ({ ...draft, ...parts }) })

/** Adds fields that depend on the rest of the request. */
export const fieldsFor = (make: (draft: Draft) => readonly Field[]): Value => ({
  apply: (draft) => ({ ...draft, fields: [...draft.fields, ...make(draft)] }),
})

/** Adds fields. */
export const fields = (...more: readonly Field[]): Value => fieldsFor(() => more)

/** Adds parts to the query. */
export const query = (...more: readonly string[]): Value => ({
  apply: (draft) => ({ ...draft, query: [...draft.query, ...more] }),
})

/** Several things in one request, where each of them alone must change nothing. */
export function together<Thing>(
  things: readonly Thing[],
  toValue: (things: readonly Thing[]) => Value,
): Value {
  const middle = things.length >> 1
  const halves = things.length < 2 ? [] : [things.slice(0, middle), things.slice(middle)]
  return { ...toValue(things), parts: () => halves.map((half) => together(half, toValue)) }
}

const usualBlank: Draft['blank'] = [' ', '']

/** The plain request for all that the first caller may see. */
export const usualDraft: Draft = {
  method: 'GET',
  origin: '',
  path: listPlants.path,
  query: [],
  caller: 0,
  credentials: (token) => (token === undefined ? [] : [`Bearer ${token.mark}`]),
  fields: [],
  isOld: false,
  spell: (name) => name,
  arrange: (all) => all,
  blank: usualBlank,
}

/** The token of the draft's caller, or of the one `next` places after it. */
export const tokenOf = ({ callers }: Runner, { caller }: Draft, next = 0): Token | undefined =>
  callers[callers.length === 0 ? 0 : (caller + next) % callers.length]

/** HTTP/1.0 has no chunks: a request with chunked content stays HTTP/1.1. */
export function writeDraft(runner: Runner, draft: Draft): SentRequest {
  const { method, origin, path, query: parts, credentials, spell, arrange, blank, body } = draft
  const target = `${origin}${path}${parts.length === 0 ? '' : `?${parts.join('&')}`}`
  const lines = credentials(tokenOf(runner, draft)).map((value): Field => ['Authorization', value])
  const sent = { fields: [...lines, ...withOneCookie(draft.fields)], ...(body !== undefined && { body }) }
  const whole = runner.write(method, target, sent)
  const named = arrange(whole.fields.map(([name, value]): Field => [spell(name), value]))
  const request = {
    ...whole,
    fields: named,
    ...(blank !== usualBlank && { bytes: withBlanks(whole, named, blank) }),
  }
  const isChunked = draft.fields.some(([name]) => name === 'Transfer-Encoding')
  return draft.isOld && !isChunked ? asOfHttp10(request) : request
}

/** All cookies stand on one line (RFC 6265, 5.4). */
function withOneCookie(all: readonly Field[]): readonly Field[] {
  const cookies = all.filter(([name]) => name === 'Cookie').map(([, value]) => value)
  return cookies.length < 2
    ? all
    : [...all.filter(([name]) => name !== 'Cookie'), ['Cookie', cookies.join('; ')]]
}

/**
 * The bytes of the request with other blanks around the values of its fields. Transfer-Encoding keeps the usual ones:
 * there parsers refuse what another parser might read differently.
 */
function withBlanks(
  { method, target, body = '' }: SentRequest,
  named: readonly Field[],
  [before, behind]: Draft['blank'],
): string {
  const lines = named.map(([name, value]) =>
    /^transfer-encoding$/i.test(name) ? `${name}: ${value}` : `${name}:${before}${value}${behind}`,
  )
  return `${[`${method} ${target} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n${body}`
}
