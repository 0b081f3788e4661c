/** Things that the world file gives to one caller alone, by the schema of what shows them: short names say nothing anywhere else. */
import { membersOf, objectAt, pointerTo, resolve } from '../../contract/pointers.ts'
import type { RawResponse } from '../../exchange.ts'
import { itemsOf, valueIn } from '../items.ts'
import type { AnyContract, AnyOperation } from '../model.ts'
import { declaredFor } from './asked.ts'
import { readJson } from './content.ts'
import type { Service } from './service.ts'

export class OwnThings {
  readonly #service: Service
  /** The parameter that names the items of a list, by its operation. */
  readonly #names = new Map<AnyOperation, string>()

  constructor(service: Service) {
    this.#service = service
    const read = service.contract.operations
      .filter(({ method }) => method === 'GET')
      .map((operation) => [operation, schemasOf(service.contract, operation)] as const)
    const named = new Map(
      read.flatMap(([{ path }, [schema]]) => {
        const [, name] = /\{([^{}]+)\}$/.exec(path) ?? []
        return name === undefined || schema === undefined ? [] : [[schema, name] as const]
      }),
    )
    for (const [operation, [, ...items]] of read)
      for (const name of items.flatMap((schema) => named.get(schema) ?? []).slice(0, 1))
        this.#names.set(operation, name)
  }

  /** The name of one among the items of a list, which `caller` may not see. */
  foreignIn(operation: AnyOperation, list: RawResponse, caller: number | undefined): string | undefined {
    const name = this.#names.get(operation)
    if (name === undefined) return undefined
    const values = itemsOf(readJson(list).value).map((item) => valueIn(item, name))
    const foreign = values.find((value) => this.#service.isOfAnother(name, value, caller))
    return typeof foreign === 'string' || typeof foreign === 'number' ? String(foreign) : undefined
  }
}

/** Where the schema of a success stands, and those of the items of its lists. */
function schemasOf({ document }: AnyContract, operation: AnyOperation): readonly string[] {
  const [content] = declaredFor(operation, 200)?.contents ?? []
  if (content?.schema === undefined) return []
  const { pointer } = resolve(document, content.schema)
  const members = membersOf(objectAt(document, pointer)['properties']).map(
    ([name]) => pointer + pointerTo('properties', name),
  )
  const lists = [pointer, ...members].map((one) => resolve(document, `${one}/items`))
  return [pointer, ...lists.flatMap((one) => (one.value === undefined ? [] : [one.pointer]))]
}
