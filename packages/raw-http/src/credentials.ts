/** Who sends requests: each secret in a token, a header field or the query has a name that stands for it. */
import type { Field } from './exchange.ts'

/** What a request carries to be accepted as somebody's. */
export interface Credential {
  /** Sent as `Authorization: Bearer`. */
  readonly token?: string | undefined
  readonly fields?: readonly Field[] | undefined
  /** Parameters of the query, not yet percent-encoded. */
  readonly query?: readonly Field[] | undefined
}

/** The credentials of the callers, those that must be refused, and the fields of every request. */
export interface Credentials {
  readonly callers: readonly Credential[]
  readonly refused: readonly Credential[]
  /** Sent with every request, whoever sends it: for gateways and tenants. Their values are secrets as well. */
  readonly fields?: readonly Field[] | undefined
}

/** A secret as requests hold it. */
export interface Secret {
  /** Its variable in a shell's environment, such as `TOKEN_2` or `CALLER_1_X_API_KEY`. */
  readonly name: string
  readonly text: string
  /** What is looked for in texts, to be hidden: the secret, and what it is made from. */
  readonly spellings: readonly string[]
}

/** A field or a parameter, cut into what may be shown and what is secret. */
export type Parted = readonly [name: string, parts: readonly (string | Secret)[]]

/** A credential whose secrets have names. */
export interface NamedCredential {
  /** With an empty text where there is no token. */
  readonly token: Secret
  /** With that of the token. */
  readonly fields: readonly Parted[]
  /** Percent-encoded. */
  readonly query: readonly Parted[]
}

/** All credentials with names, and every secret in them. */
export interface NamedCredentials {
  readonly callers: readonly NamedCredential[]
  readonly refused: readonly NamedCredential[]
  readonly fields: readonly Parted[]
  readonly secrets: readonly Secret[]
}

/**
 * The first caller's token is `TOKEN`, the second's `TOKEN_2`; other secrets are `CALLER_2_X_API_KEY` for a field,
 * `CALLER_2_COOKIE_SESSION` for a cookie, `CALLER_2_QUERY_KEY` for a parameter. With `REFUSED_TOKEN` and `REFUSED_2_` begin
 * those that must be refused, with `HEADER_` those of every request.
 */
export function nameSecrets({ callers, refused, fields = [] }: Credentials): NamedCredentials {
  const secrets = new Map<string, Secret>()
  const add = (wanted: string, text: string, spellings = [text, ...decoded(text)]): Secret => {
    let name = wanted.toUpperCase().replaceAll(/\W/g, '_')
    while (secrets.has(name)) name += '_'
    const secret = { name, text, spellings }
    secrets.set(name, secret)
    return secret
  }
  const part = (prefix: string, [name, value]: Field): Parted => [name, partsOf(prefix, name, value, add)]
  const nameOne =
    (whose: string, tokenIs: string) =>
    (one: Credential, index: number): NamedCredential => {
      const prefix = `${whose}_${index + 1}_`
      const token = add(tokenName(tokenIs, index), one.token ?? '')
      const own: readonly Parted[] = one.token === undefined ? [] : [['Authorization', ['Bearer ', token]]]
      return {
        token,
        fields: [...own, ...(one.fields ?? []).map((field) => part(prefix, field))],
        query: (one.query ?? []).map(([name, value]): Parted => [
          encodeURIComponent(name),
          [add(`${prefix}QUERY_${name}`, encodeURIComponent(value), [value])],
        ]),
      }
    }
  const named = {
    callers: callers.map(nameOne('CALLER', 'TOKEN')),
    refused: refused.map(nameOne('REFUSED', 'REFUSED_TOKEN')),
    fields: fields.map((field) => part('HEADER_', field)),
  }
  return { ...named, secrets: [...secrets.values()].filter(({ text }) => text !== '') }
}

type Add = (name: string, text: string, spellings?: string[]) => Secret

/** The scheme of a credential and the names of cookies are no secrets. */
function partsOf(prefix: string, name: string, value: string, add: Add): readonly (string | Secret)[] {
  if (/^cookie$/i.test(name)) {
    return value.split(/(;\s*)/).flatMap((pair, index) => {
      const [, key = '', rest = pair] = /^([^=]*)=(.*)$/.exec(pair) ?? []
      if (index % 2 === 1 || rest === '') return [pair]
      return [pair.slice(0, pair.length - rest.length), add(`${prefix}${name}_${key}`, rest)]
    })
  }
  const schemed = /authorization$/i.test(name) ? /^([\w-]+ +)(.+)$/ : /^()(.*)$/
  const [, scheme = '', rest = value] = schemed.exec(value) ?? []
  const isBasic = /^basic /i.test(scheme)
  return [scheme, add(prefix + name, rest, isBasic ? [rest, ...passwordsIn(rest)] : [rest])].filter(
    (one) => one !== '',
  )
}

/** The text without percent codes, where it has any. */
function decoded(text: string): readonly string[] {
  try {
    return [decodeURIComponent(text)].filter((plain) => plain !== text)
  } catch {
    return []
  }
}

/** The password of Basic, or the user where that is the secret for want of a password; in both readings of its bytes. */
function passwordsIn(code: string): readonly string[] {
  const bytes = Buffer.from(code, 'base64')
  const texts = new Set([bytes.toString('utf8'), bytes.toString('latin1')])
  return [...texts].map((text) => {
    const colon = text.indexOf(':')
    return text.slice(colon + 1) === '' ? text.slice(0, colon) : text.slice(colon + 1)
  })
}

/** A field that is no token may say something harmless, such as `1`: as short a text is not looked for elsewhere. */
export const isSought = ({ name, text }: Secret): boolean =>
  text.length > 3 || /^(?:REFUSED_)?TOKEN(?:_|$)/.test(name)

/** The name of the token with this index in a shell's environment. */
const tokenName = (name: string, index: number): string => (index === 0 ? name : `${name}_${index + 1}`)
