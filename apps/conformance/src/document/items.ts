/** The items of a list, and what names each. */
import { membersOf } from '../contract/pointers.ts'
import { listsIn } from './paging.ts'

/** The items of the list itself, or of those that an object holds. */
export const itemsOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : listsIn(value).flat()

/** The member of the parameter's name, or what is usually one: `id`, or the only text that the item is. */
export function valueIn(item: unknown, name: string): unknown {
  if (typeof item === 'string' || typeof item === 'number') return item
  const members = new Map(membersOf(item))
  const plain = name.replace(/(?<=.)[_-]?(?:id|key|name|slug)$/i, '')
  const rest = name.slice(plain.length).replace(/^[_-]/, '').toLowerCase()
  const found = [name, rest, 'id', 'key', 'slug', 'name']
    .map((one) => members.get(one))
    .find((one) => one !== undefined)
  return typeof found === 'string' || typeof found === 'number' ? found : undefined
}

/** Undefined where it has none of that name, or is no object. */
export const memberOf = (item: unknown, name: string): unknown => new Map(membersOf(item)).get(name)
