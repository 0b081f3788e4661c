/** What is known about a service: its document, what the world file says, and what its first responses showed. */
import { valuesOf } from '@plant-store/raw-http'
import { splitTarget } from '../../contract/operations.ts'
import type { SentRequest } from '../../exchange.ts'
import type { Caller, Subject } from '../../subject.ts'
import type { AnyContract, AnyOperation } from '../model.ts'

/** Values that exist, by the name of the parameter. */
type Values = ReadonlyMap<string, readonly unknown[]>

export class Service {
  readonly contract: AnyContract
  /** The operations that may be asked: none was left out on request. */
  readonly operations: readonly AnyOperation[]
  readonly host: string
  /** The rule that a malformed request shows, by its bytes. */
  readonly malformed = new Map<string, string>()
  readonly #callers: readonly Caller[]
  readonly #given: Values
  /** Values that responses to a caller named, by caller and then by parameter. */
  readonly #learned = new Map<number | undefined, Map<string, unknown[]>>()

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
    const index = this.#callers.findIndex(({ token, fields = [], query: own = [] }) => {
      const all = token === undefined ? fields : [...fields, ['Authorization', `Bearer ${token}`] as const]
      return (
        all.every(([name, value]) => isOnly(valuesOf(request, name), value)) &&
        own.every(([name, value]) => isOnly(parameters.getAll(name), value))
      )
    })
    return index === -1 ? undefined : index
  }

  /** The caller's name in the world file, or the number, counted from 1. */
  nameOf(caller: number): string {
    return this.#callers[caller]?.name ?? String(caller + 1)
  }

  /** Values of a parameter for the caller, first those that exist for the caller; then those that exist for somebody. */
  valuesFor(name: string, caller: number | undefined): readonly unknown[] {
    return [...new Set([...this.#ownValues(name, caller), ...(this.#given.get(name) ?? [])])]
  }

  #ownValues(name: string, caller: number | undefined): readonly unknown[] {
    const given = caller === undefined ? undefined : this.#callers[caller]?.values?.[name]
    return [...(given ?? []), ...(this.#learned.get(caller)?.get(name) ?? [])]
  }

  /** Whether the world file gives this value to other callers alone. */
  isOfAnother(name: string, value: unknown, caller: number | undefined): boolean {
    const owners = this.#callers.flatMap(({ values }, index) =>
      isAmong(values?.[name] ?? [], value) ? [index] : [],
    )
    return owners.length > 0 && (caller === undefined || !owners.includes(caller))
  }

  /** Whether all that the path names is known to exist: without that, nothing may be there. */
  exists(asked: AnyOperation, values: ReadonlyMap<string, unknown>, caller: number | undefined): boolean {
    return asked.parameters
      .filter((one) => one.in === 'path')
      .every(({ name }) => isAmong(this.#ownValues(name, caller), values.get(name)))
  }

  /** A response to the caller named this value of the parameter. */
  learn(name: string, value: unknown, caller: number | undefined): void {
    const known = this.#learned.get(caller) ?? new Map<string, unknown[]>()
    this.#learned.set(caller, known)
    const own = known.get(name) ?? []
    if (!isAmong(own, value)) known.set(name, [...own, value])
  }
}

const isOnly = (values: readonly string[], value: string): boolean =>
  values.length === 1 && values[0] === value

/** Values of a path are text: 7 and "7" are the same. */
const isAmong = (values: readonly unknown[], value: unknown): boolean =>
  value !== undefined && values.some((one) => textOf(one) === textOf(value))

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
