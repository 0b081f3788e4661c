/** Things that the world file gives to one caller alone, by the schema of what shows them: short names say nothing anywhere else. */
import { membersOf, objectAt, pointerTo, resolve } from '../../contract/pointers.ts'
import { itemsOf, valueIn } from '../items.ts'
import type { AnyContract, AnyOperation } from '../model.ts'
import { declaredFor } from './asked.ts'
import type { Service } from './service.ts'

export class OwnThings {
  readonly #service: Service
  /** The parameter that names such a thing, by the pointer of its schema. */
  readonly #names = new Map<string, string>()

  constructor(service: Service) {
    this.#service = service
    for (const operation of service.contract.operations) {
      const [, name] = /\{([^{}]+)\}$/.exec(operation.path) ?? []
      const [schema] = operation.method === 'GET' ? schemasOf(service.contract, operation) : []
      if (name !== undefined && schema !== undefined) this.#names.set(schema, name)
    }
  }

  /** The name of one among the items of a list, which `caller` may not see. */
  foreignIn(operation: AnyOperation, list: unknown, caller: number | undefined): string | undefined {
    const [, ...schemas] = schemasOf(this.#service.contract, operation)
    const name = schemas.map((schema) => this.#names.get(schema)).find((one) => one !== undefined)
    if (name === undefined) return undefined
    const values = itemsOf(list).map((item) => valueIn(item, name))
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
