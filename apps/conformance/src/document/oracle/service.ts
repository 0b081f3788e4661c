/** What is known about a service: its document, what the world file says, and what its first responses showed. */
import { valuesOf } from '@plant-store/raw-http'
import { splitTarget } from '../../contract/target.ts'
import type { Field, SentRequest } from '../../exchange.ts'
import type { Caller, Subject } from '../../subject.ts'
import type { AnyContract, AnyOperation, Parameter } from '../model.ts'
import type { RightBody } from '../values/bodies.ts'
import { Tags } from './tags.ts'

/** Values that exist, by the name of the parameter. */
type Values = ReadonlyMap<string, readonly unknown[]>

export class Service {
  readonly contract: AnyContract
  /** The operations that may be asked: none was left out on request. */
  readonly operations: readonly AnyOperation[]
  readonly host: string
  /** The rule that a malformed request shows, by its bytes. */
  readonly malformed = new Map<string, string>()
  /** Parameters that want a text of a form which the document does not say, with the values that it shows. */
  readonly ownForms = new Map<Parameter, readonly unknown[]>()
  readonly tags = new Tags()
  /** A body that was accepted, where others were not. */
  readonly accepted = new Map<AnyOperation, RightBody>()
  readonly #callers: readonly Caller[]
  readonly #given: Values
  /** Values that responses to a caller named, by caller and then by the path up to the parameter, or its name alone. */
  readonly #learned = new Map<number | undefined, Map<string, unknown[]>>()
  /** Of these, those by which something was found there. */
  readonly #found = new Map<number | undefined, Map<string, unknown[]>>()
  /** Paths, filled in, by caller: where something was found, and what a list has. */
  readonly #places = new Map<number | undefined, Map<string, 'found' | 'listed'>>()
  /** Where an item was found by what its list calls it: so the others must be, too. */
  readonly #named = new Set<string>()
  readonly #released = new Set<string>()

  constructor({ url, callers, values = {}, leftOut = [] }: Subject, contract: AnyContract) {
    this.contract = contract
    this.operations = contract.operations.filter(({ id }) => !leftOut.includes(id))
    this.host = new URL(url).host
    this.#callers = callers
    this.#given = new Map(Object.entries(values))
  }

  /** The caller whose credential the request carries: all of its fields and parameters, each once. */
  callerOf(request: SentRequest): number | undefined {
    const [, query] = splitTarget(request.target)
    const parameters = new URLSearchParams(query)
    const index = this.#callers.findIndex(
      (caller) =>
        fieldsOf(caller).every(([name, value]) =>
          isOnly(
            valuesOf(request, name).map((own) => sameCase(name, own)),
            sameCase(name, value),
          ),
        ) && (caller.query ?? []).every(([name, value]) => isOnly(parameters.getAll(name), value)),
    )
    return index === -1 ? undefined : index
  }

  /** Whether the request carries a field or a parameter that is part of a caller's credential, whatever its value. */
  hasCredential(request: SentRequest): boolean {
    const parameters = new URLSearchParams(splitTarget(request.target)[1])
    return this.#callers.some(
      (caller) =>
        fieldsOf(caller).some(([name]) => valuesOf(request, name).length > 0) ||
        (caller.query ?? []).some(([name]) => parameters.has(name)),
    )
  }

  /** The caller's name in the world file, or the number, counted from 1. */
  nameOf(caller: number): string {
    return this.#callers[caller]?.name ?? String(caller + 1)
  }

  /** The texts that the world file gives to one caller alone, with that caller. */
  get ownTexts(): readonly (readonly [caller: number, text: string])[] {
    return this.#callers.flatMap(({ values = {} }, caller) =>
      Object.values(values)
        .flat()
        .filter((value) => typeof value === 'string')
        .map((text) => [caller, text] as const),
    )
  }

  /** A value of a parameter that the world file names, the caller's own first. */
  givenFor(name: string, caller: number | undefined): unknown {
    const own = caller === undefined ? undefined : this.#callers[caller]?.values?.[name]
    return (own ?? this.#given.get(name))?.[0]
  }

  /** Values of a parameter for the caller: the caller's own, those found in this path, and then such as may exist. */
  valuesFor(name: string, caller: number | undefined, path = ''): readonly unknown[] {
    const place = placesIn(path).find((one) => one.endsWith(`{${name}}`)) ?? ''
    const learned = this.#learned.get(caller) ?? new Map<string, unknown[]>()
    const elsewhere = [...learned].flatMap(([at, values]) => (at.endsWith(`{${name}}`) ? values : []))
    return [
      ...new Set([
        ...this.#ownValues(name, caller),
        ...(this.#found.get(caller)?.get(place) ?? []),
        ...(this.#given.get(name) ?? []),
        ...(learned.get(place) ?? []),
        ...elsewhere,
      ]),
    ]
  }

  /** What a member of that name may name: values of the parameter, and of what has an id in a path such as `/plots/{id}`, for `plotId`. */
  idsFor(name: string, caller: number | undefined): readonly unknown[] {
    const [, stem] = /^(.+?)[_-]?(?:id|key|code)$/i.exec(name) ?? []
    const among =
      stem === undefined ? undefined : new RegExp(`/${RegExp.escape(stem)}(?:e?s)?/\\{[^{}]+\\}$`, 'i')
    const learned = [...(this.#learned.get(caller) ?? [])].flatMap(([place, values]) =>
      among?.test(place.replaceAll(/[_-](?=[^/]*\/)/g, '')) === true ? values : [],
    )
    return [...new Set([...this.valuesFor(name, caller), ...learned])]
  }

  #ownValues(name: string, caller: number | undefined): readonly unknown[] {
    return (caller === undefined ? undefined : this.#callers[caller]?.values?.[name]) ?? []
  }

  /** The thing that is named so was changed by the check: since then, others may see it. */
  release(name: string, value: unknown): void {
    this.#released.add(`${name} ${textOf(value)}`)
  }

  /** Whether the world file gives this value to other callers alone. */
  isOfAnother(name: string, value: unknown, caller: number | undefined): boolean {
    const owners = this.#callers.flatMap(({ values }, index) =>
      isAmong(values?.[name] ?? [], value) ? [index] : [],
    )
    if (this.#released.has(`${name} ${textOf(value)}`)) return false
    return owners.length > 0 && (caller === undefined || !owners.includes(caller))
  }

  /**
   * Whether something is known to exist in the path: it was found there, or in the list above it; or the world file or a
   * link names it. A value of a parameter with the same name in another path says nothing, nor do names that go together
   * in no response; and what is one below a thing, not a list of many, may be missing.
   */
  exists({ path }: AnyOperation, values: ReadonlyMap<string, unknown>, caller: number | undefined): boolean {
    const places = placesIn(path)
    const last = places.at(-1)
    if (last === undefined) return true
    const known = this.#places.get(caller)?.get(fill(last, values))
    return (
      this.#places.get(caller)?.get(fill(path, values)) === 'found' ||
      (this.#isOfAll(path, last) &&
        (known === 'found' ||
          (known === 'listed' && this.#named.has(last)) ||
          (places.length === 1 && this.#isNamed(nameIn(last), values, caller))))
    )
  }

  /** Whether the path ends with what it names, or is that of a list. */
  #isOfAll(path: string, last: string): boolean {
    return (
      path === last ||
      this.contract.operations.some(
        (one) => one.path.startsWith(`${path}/{`) || (one.path === path && one.method === 'POST'),
      )
    )
  }

  #isNamed(name: string, values: ReadonlyMap<string, unknown>, caller: number | undefined): boolean {
    const linked = this.#learned.get(caller)?.get(`{${name}}`) ?? []
    return isAmong([...this.#ownValues(name, caller), ...linked], values.get(name))
  }

  /** Whether the value is one that we made for a parameter which wants a form of its own. */
  isOfOwnForm(parameter: Parameter, value: unknown): boolean {
    const shown = this.ownForms.get(parameter)
    return shown !== undefined && value !== undefined && !isAmong(shown, value)
  }

  /** A link of a response to the caller named this value of the parameter. */
  link(name: string, value: unknown, caller: number | undefined): void {
    add(this.#learned, caller, `{${name}}`, value)
  }

  /**
   * The list at this path has an item by this name, or may have it; `values` are those of the path, the item's among them.
   */
  list(
    place: string,
    values: ReadonlyMap<string, unknown>,
    caller: number | undefined,
    isSure: boolean,
  ): void {
    add(this.#learned, caller, place, values.get(nameIn(place)))
    const places = this.#placesOf(caller)
    const at = fill(place, values)
    if (isSure && !places.has(at)) places.set(at, 'listed')
  }

  /** The caller's request for this path, with these values, was a success. */
  find(path: string, values: ReadonlyMap<string, unknown>, caller: number | undefined): void {
    const places = this.#placesOf(caller)
    const at = fill(path, values)
    const isListed = places.get(at) === 'listed'
    places.set(at, 'found')
    // A success further down says nothing of what is above it: many services list nothing below what does not exist.
    if (placesIn(path).at(-1) !== path) return
    if (isListed) this.#named.add(path)
    for (const known of [this.#learned, this.#found]) add(known, caller, path, values.get(nameIn(path)))
  }

  #placesOf(caller: number | undefined): Map<string, 'found' | 'listed'> {
    const own = this.#places.get(caller) ?? new Map<string, 'found' | 'listed'>()
    this.#places.set(caller, own)
    return own
  }
}

const fieldsOf = ({ token, fields = [] }: Caller): readonly Field[] =>
  token === undefined ? fields : [...fields, ['Authorization', `Bearer ${token}`]]

function add(
  all: Map<number | undefined, Map<string, unknown[]>>,
  caller: number | undefined,
  place: string,
  value: unknown,
): void {
  const known = all.get(caller) ?? new Map<string, unknown[]>()
  all.set(caller, known)
  const own = known.get(place) ?? []
  if (!isAmong(own, value)) known.set(place, [...own, value])
}

/** The path up to each of its variables. */
const placesIn = (path: string): readonly string[] =>
  [...path.matchAll(/\{[^{}]+\}/g)].map(({ 0: { length }, index }) => path.slice(0, index + length))

/** The variable at the end. */
const nameIn = (place: string): string => place.slice(place.lastIndexOf('{') + 1, -1)

const fill = (place: string, values: ReadonlyMap<string, unknown>): string =>
  place.replaceAll(/\{([^{}]+)\}/g, (all, name: string) =>
    values.has(name) ? textOf(values.get(name)) : all,
  )

/** The name of a scheme is case-insensitive (RFC 9110, 11.1). */
const sameCase = (name: string, value: string): string =>
  /^authorization$/i.test(name) ? value.replace(/^\S+ /, (scheme) => scheme.toLowerCase()) : value

const isOnly = (values: readonly string[], value: string): boolean =>
  values.length === 1 && values[0] === value

/** Values of a path are text: 7 and "7" are the same. */
const isAmong = (values: readonly unknown[], value: unknown): boolean =>
  value !== undefined && values.some((one) => textOf(one) === textOf(value))

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
