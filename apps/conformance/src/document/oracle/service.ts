/** What is known about a service: its document, what the world file says, and what its first responses showed. */
import { fieldValue, valuesOf } from '@plant-store/raw-http'
import type { Field, RawResponse, SentRequest } from '../../exchange.ts'
import type { Caller, Subject } from '../../subject.ts'
import { type AnyContract, type AnyOperation, isSafe, type Parameter } from '../model.ts'
import { isAddressable, splitTarget } from '../paths.ts'
import { schemasOf } from '../paging.ts'
import type { RightBody } from '../values/bodies.ts'

/** Something that a response showed. */
interface Known {
  /** The paths up to the variable that names it; of what a link names, that variable alone. */
  readonly places: readonly string[]
  readonly value: unknown
  /** Whether it is certain which list has it. */
  readonly isListed?: boolean
  readonly isFound?: boolean
}

/** A caller by index; undefined stands for a client without an accepted credential. */
export type Who = number | undefined
type Values = ReadonlyMap<string, unknown>

export class Service {
  readonly contract: AnyContract
  /** The operations that can be asked for, and were not left out on request. */
  readonly operations: readonly AnyOperation[]
  readonly host: string
  readonly subject: Subject
  /** The rule that a malformed request shows, by its bytes. */
  readonly malformed = new Map<string, string>()
  /** Parameters that want a text of a form which the document does not say, with the values that it shows. */
  readonly ownForms = new Map<Parameter, readonly unknown[]>()
  /** The last entity tag of what is at each path. */
  readonly tags = new Map<string, string>()
  /** A body that was accepted, where others were not. */
  readonly accepted = new Map<AnyOperation, RightBody>()
  /** What each caller's responses showed, by the path that is filled in. */
  readonly #known = new Map<Who, Map<string, Known>>()
  /** Where an item was found by what its list calls it: so the others must be, too. */
  readonly #named = new Set<string>()
  readonly #released = new Set<string>()
  /** What shows an item of a list by itself, in the list's own path or by the same schema elsewhere: by the path of the list. */
  readonly items = new Map<string, AnyOperation>()

  constructor(subject: Subject, contract: AnyContract) {
    const { url, leftOut = [] } = subject
    this.contract = contract
    this.operations = contract.operations.filter((one) => isAddressable(one) && !leftOut.includes(one.id))
    this.host = new URL(url).host
    this.subject = subject
    const shows = this.operations.filter(({ method, path }) => method === 'GET' && path.endsWith('}'))
    const schemas = (one: AnyOperation): readonly string[] => schemasOf(contract.document, one)
    const shown = new Map(shows.map((one) => [schemas(one)[0], one]))
    for (const one of this.operations)
      for (const schema of schemas(one).slice(1)) {
        const item = shown.get(schema)
        if (item !== undefined) this.items.set(one.path, item)
      }
    for (const one of shows) this.items.set(one.path.replace(/\/\{[^{}]+\}$/, ''), one)
  }

  /** The caller whose credential the request carries: all of its fields and parameters, each once. */
  callerOf(request: SentRequest): Who {
    const isOf = (caller: Caller): boolean =>
      partsOf(request, caller).every(({ due, sent }) => sent.length === 1 && sent[0] === due)
    const index = this.subject.callers.findIndex((caller) => isOf(caller))
    return index === -1 ? undefined : index
  }

  /** Whether the request carries a field or a parameter that is part of a caller's credential, whatever its value. */
  hasCredential(request: SentRequest): boolean {
    return this.subject.callers.some((caller) => partsOf(request, caller).some(({ sent }) => sent.length > 0))
  }

  /** A value of a parameter that the world file names, the caller's own first. */
  givenFor(name: string, caller: Who): unknown {
    return [...this.#ownValues(name, caller), ...(this.subject.values?.[name] ?? [])][0]
  }

  /** Values of a parameter for the caller: the caller's own, those found in this path, and then such as may exist. */
  valuesFor(name: string, caller: Who, path = ''): readonly unknown[] {
    const place = placesIn(path).find((one) => one.endsWith(`{${name}}`)) ?? ''
    const all = this.#at(caller, (one) => one.endsWith(`{${name}}`))
    const here = all.filter(({ places }) => places.includes(place))
    return [
      ...new Set([
        ...this.#ownValues(name, caller),
        ...here.flatMap(({ isFound, value }) => (isFound === true ? [value] : [])),
        ...(this.subject.values?.[name] ?? []),
        ...[...here, ...all].map(({ value }) => value),
      ]),
    ]
  }

  /** What a member of that name may name: values of the parameter, and of what has an id in a path such as `/plots/{id}`, for `plotId`. */
  idsFor(name: string, caller: Who): readonly unknown[] {
    const [, stem] = /^(.+?)[_-]?(?:id|key|code)$/i.exec(name) ?? []
    const own = this.valuesFor(name, caller)
    if (stem === undefined) return own
    const among = new RegExp(`/${RegExp.escape(stem)}(?:e?s)?/\\{[^{}]+\\}$`, 'i')
    const learned = this.#at(caller, (place) => among.test(place.replaceAll(/[_-](?=[^/]*\/)/g, '')))
    return [...new Set([...own, ...learned.map(({ value }) => value)])]
  }

  #ownValues(name: string, caller = -1): readonly unknown[] {
    return this.subject.callers[caller]?.values?.[name] ?? []
  }

  /** The thing that is named so was changed by the check: since then, others may see it. */
  release(name: string, value: unknown): void {
    this.#released.add(`${name} ${textOf(value)}`)
  }

  /** One of those to whom alone the world file gives this value, unless the caller is among them. */
  otherOwnerOf(name: string, value: unknown, caller: Who): number | undefined {
    const owners = this.subject.callers.flatMap(({ values }, index) =>
      isAmong(values?.[name] ?? [], value) ? [index] : [],
    )
    const isOwn = caller !== undefined && owners.includes(caller)
    return isOwn || this.#released.has(`${name} ${textOf(value)}`) ? undefined : owners[0]
  }

  /**
   * Whether something is known to exist in the path: it was found there, or in the list above it; or the world file or a
   * link names it. A value of a parameter with the same name in another path says nothing, nor do names that go together
   * in no response; and what is one below a thing, not a list of many, may be missing.
   */
  exists({ path }: AnyOperation, values: Values, caller: Who): boolean {
    const [last, ...above] = placesIn(path).toReversed()
    if (last === undefined) return true
    const knownAt = (place: string): Known | undefined => this.#known.get(caller)?.get(fill(place, values))
    if (knownAt(path)?.isFound === true) return true
    if (path !== last && !this.#isList(path)) return false
    const { isFound, isListed } = knownAt(last) ?? {}
    if (isFound === true || (isListed === true && this.#named.has(last))) return true
    const name = nameIn(last)
    const linked = this.#at(caller, (place) => place === `{${name}}`)
    const sure = [...this.#ownValues(name, caller), ...linked.map(({ value }) => value)]
    return above.length === 0 && isAmong(sure, values.get(name))
  }

  /** Whether there are many of what is at the path. */
  #isList(path: string): boolean {
    return this.contract.operations.some(
      (one) => one.path.startsWith(`${path}/{`) || (one.path === path && one.method === 'POST'),
    )
  }

  /** A weak tag fits no condition of a change (RFC 9110, 13.1.1). */
  noteTag({ method, target }: SentRequest, response: RawResponse): void {
    const [path] = splitTarget(target)
    const tag = method === 'POST' ? undefined : fieldValue(response, 'ETag')
    if (response.status >= 300) return
    if (tag?.startsWith('"') === true) this.tags.set(path, tag)
    else if (!isSafe(method)) this.tags.delete(path)
  }

  /**
   * A response to the caller showed that something may be at the place, with these values in its path: the caller's own request
   * found it, or the list above it has it; or a link named the variable, which is the whole place then.
   */
  learn(place: string, values: Values, caller: Who, sure: Pick<Known, 'isFound' | 'isListed'> = {}): void {
    const known = this.#known.get(caller) ?? new Map<string, Known>()
    const at = fill(place, values)
    const before = known.get(at)
    if (sure.isFound === true && before?.isListed === true) this.#named.add(place)
    const places = [...new Set(before?.places).add(place)]
    known.set(at, { ...before, places, value: values.get(nameIn(place)) ?? before?.value, ...sure })
    this.#known.set(caller, known)
  }

  #at(caller: Who, isSuch: (place: string) => boolean): readonly Known[] {
    return [...(this.#known.get(caller)?.values() ?? [])].filter(({ places }) =>
      places.some((one) => isSuch(one)),
    )
  }
}

/** Of each part of a caller's credential, what it is, and what the request has in its place. */
function partsOf(request: SentRequest, { token, fields = [], query = [] }: Caller) {
  const all: readonly Field[] =
    token === undefined ? fields : [...fields, ['Authorization', `Bearer ${token}`]]
  const parameters = new URLSearchParams(splitTarget(request.target)[1])
  return [
    ...all.map(([name, value]) => ({
      due: sameCase(name, value),
      sent: valuesOf(request, name).map((own) => sameCase(name, own)),
    })),
    ...query.map(([name, value]) => ({ due: value, sent: parameters.getAll(name) })),
  ]
}

/** The path up to each of its variables. */
const placesIn = (path: string): readonly string[] =>
  [...path.matchAll(/(?<=\{[^{}]+)\}/g)].map(({ index }) => path.slice(0, index + 1))

/** The variable at the end. */
const nameIn = (place: string): string => place.slice(place.lastIndexOf('{') + 1, -1)

const fill = (place: string, values: Values): string =>
  place.replaceAll(/\{([^{}]+)\}/g, (all, name: string) =>
    values.has(name) ? textOf(values.get(name)) : all,
  )

/** The name of a scheme is case-insensitive (RFC 9110, 11.1). */
const sameCase = (name: string, value: string): string =>
  /^authorization$/i.test(name) ? value.replace(/^\S+ /, (scheme) => scheme.toLowerCase()) : value

/** Values of a path are text: 7 and "7" are the same. */
export const isAmong = (values: readonly unknown[], value: unknown): boolean =>
  value !== undefined && values.some((one) => textOf(one) === textOf(value))

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
