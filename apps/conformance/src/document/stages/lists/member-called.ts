/** Which member of items a parameter speaks of. */
import { membersOf } from '../../../contract/pointers.ts'

/** Services join words in different ways, and some say first that it is a filter. */
const plain = (name: string): string =>
  name
    .replace(/^filter[.[]/, '')
    .replaceAll(/[\W_]/g, '')
    .toLowerCase()

/** The member of this name, or of one with the first of these endings; undefined where there is none. */
export function memberCalled(
  items: readonly unknown[],
  name: string,
  endings: readonly string[],
): string | undefined {
  const names = new Set(items.flatMap((item) => membersOf(item).map(([own]) => own)))
  return ['', ...endings]
    .flatMap((ending) => [...names].filter((own) => plain(own) === plain(name) + ending))
    .at(0)
}
