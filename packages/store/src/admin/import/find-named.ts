/** Looks up at once all users or groups that a batch of lines names. */
import { spellingsOf } from '../../text-rules.ts'
import type { Query, Transaction } from '../sql.ts'

/** $1: names, as JSON. */
export type FindNamed = Query<[id: number, name: string]>

/** Ids by name, in any Unicode form of the name. */
export class NamedIds {
  readonly #ids = new Map<string, number>()

  /** Adds rows returned by `FindNamed`. */
  add(rows: readonly (readonly [id: number, name: string])[]): void {
    for (const [id, name] of rows) this.#ids.set(name, id)
  }

  /** Undefined if nothing of that name is known. */
  idOf(name: string): number | undefined {
    return spellingsOf(name)
      .map((spelling) => this.#ids.get(spelling))
      .find((id) => id !== undefined)
  }
}

/** The ids of those names that exist. */
export async function findNamed(tx: Transaction, by: FindNamed, names: readonly string[]): Promise<NamedIds> {
  const ids = new NamedIds()
  const spellings = [...new Set(names.flatMap((name) => spellingsOf(name)))]
  if (spellings.length > 0) ids.add(await tx.rows(by, JSON.stringify(spellings)))
  return ids
}
