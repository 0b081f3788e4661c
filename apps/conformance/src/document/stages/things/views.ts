/** What a response shows of a thing. */
import { isObject } from '../../../contract/pointers.ts'
import type { RawResponse } from '../../../exchange.ts'
import { sortedJson } from '../../../oracle/normalize-field.ts'
import { quote } from '../../../quote.ts'
import type { Sent } from '../../../sessions/client/sent.ts'
import { readJson } from '../../oracle/content.ts'
import type { RightBody, WrittenBody } from '../../values/bodies.ts'

/** A request with what came for it. */
export interface Came extends Sent {
  readonly response: RawResponse
  /** With what it says, where that is known. */
  readonly body?: (WrittenBody & Partial<RightBody>) | undefined
}

/** Undefined where no response came. */
export const cameOf = (sent: Sent | undefined): Came | undefined =>
  sent?.response && { ...sent, response: sent.response }

/** What came, where that is a success. */
export const successOf = (came: Came | undefined): Came | undefined =>
  came !== undefined && came.response.status < 300 && came.response.status !== 202 ? came : undefined

export const isSuccess = (came: Came | undefined): boolean => successOf(came) !== undefined

export const isGone = (came: Came | undefined): boolean => [404, 410].includes(came?.response.status ?? 0)

export const valueOf = ({ response }: Came): unknown => readJson(response).value

/** The members of an object, as JSON; all of another value under ''. */
export type View = ReadonlyMap<string, string>

export const viewOf = (value: unknown): View => {
  const members = isObject(value) ? Object.entries(value) : value === undefined ? [] : [['', value] as const]
  const texts = members.map(
    ([name, member]) => [name, decimals(instants(sortedJson(withoutNull(member))))] as const,
  )
  return new Map(texts.filter(([, text]) => !masked.test(text)))
}

/** All that a response shows, the service's own members, too. */
export const shownBy = (came: Came): View => viewOf(valueOf(came))

/** A secret that is shown as stars, or in part, is left out. */
const masked = /[*•]{3}/

/** Within others, what is null is as what is not there. */
const withoutNull = (value: unknown): unknown =>
  value === null ? null : JSON.parse(JSON.stringify(value), (_name, one: unknown) => one ?? undefined)

/** Times are the same in any offset, with fractions of a second or without (RFC 3339, 5.6). */
const instants = (text: string): string =>
  text.replaceAll(/(?<=")\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)(?=")/g, (time) => {
    const ms = Date.parse(time.toUpperCase())
    return Number.isNaN(ms) ? time : new Date(ms - (ms % 1000)).toISOString()
  })

/** A decimal number in a text is the same with zeros at its end. */
const decimals = (text: string): string => text.replaceAll(/(?<="-?\d+)(?:\.0+|(\.\d*[1-9])0*)(?=")/g, '$1')

/** The first member that differs, in words; undefined where there is none. */
export function differenceOf(before: View, after: View): string | undefined {
  const name = [...before.keys(), ...after.keys()].find((one) => before.get(one) !== after.get(one))
  if (name === undefined) return undefined
  const [old, now] = [before, after].map((one) => quote(one.get(name) ?? 'nothing', 60))
  return `${now ?? ''} in place of ${old ?? ''}${name === '' ? '' : ` as ${name}`}`
}

/**
 * The members of the wish that the thing does not have: letter case and blanks are the service's to choose. Where the thing
 * has a list, but not the wish, or the other way round, they are not about the same.
 */
export const differing = (wish: View, before: View): readonly (readonly [name: string, text: string])[] =>
  [...wish].filter(([name, text]) => {
    const old = before.get(name)
    return old?.startsWith('[') === text.startsWith('[') && plain(old) !== plain(text)
  })

/** The first member of a wish that is yet what it was, in words; undefined where there is none. */
export function staleOf(
  wish: readonly (readonly [name: string, text: string])[],
  old: View,
  now: View,
): string | undefined {
  const [name, text = ''] = wish.find(([one]) => now.get(one) === old.get(one)) ?? []
  return name === undefined ? undefined : `${name} is still ${quote(old.get(name) ?? '')}, not ${quote(text)}`
}

/** What is within objects, by the names that lead there. */
export const leavesOf = (
  value: unknown,
  path: readonly string[] = [],
): readonly (readonly [path: readonly string[], leaf: unknown])[] =>
  isObject(value)
    ? Object.entries(value).flatMap(([name, one]) => leavesOf(one, [...path, name]))
    : [[path, value]]

/** What these names lead to; undefined where that is nothing. */
export const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce((inner, name) => (isObject(inner) ? inner[name] : undefined), value)

/** Letter case and blanks are the service's to choose. */
export const plain = (text = ''): string => text.toLowerCase().replaceAll(/\s+/g, '')

/** Whether a value has this one anywhere in it, as text or as a number. */
export const holds = (value: unknown, one: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some((inner) => holds(inner, one))
    : bare(value) === bare(one)

/** The same for 7 and "7", and for the JSON of each. */
export const bare = (value: unknown): string => JSON.stringify(value ?? null).replaceAll(/[\\"]/g, '')

/**
 * What a merge patch makes of a thing (RFC 7396, 2), but that its own members become what they usually are, or null, in
 * place of being removed.
 */
export const patched = (old: View, patch: unknown, usual: Readonly<Record<string, unknown>> = {}): View =>
  viewOf(merged(objectOf(old), patch, usual))

/** The object with these members. */
export const objectOf = (one: View): Readonly<Record<string, unknown>> =>
  Object.fromEntries([...one].map(([name, text]) => [name, JSON.parse(text) as unknown]))

function merged(old: unknown, patch: unknown, usual: Readonly<Record<string, unknown>> = {}): unknown {
  if (!isObject(old) || !isObject(patch)) return patch
  const changed = Object.entries(patch).map(
    ([name, one]) => [name, one === null ? (usual[name] ?? null) : merged(old[name], one)] as const,
  )
  return { ...old, ...Object.fromEntries(changed) }
}
