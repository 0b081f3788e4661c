/** The users or groups that a batch of lines names, looked up at once. */
import { spellingsOf } from '../../text-rules.ts'
import type { Query, Transaction } from '../connection.ts'

/** $1: names. */
export type FindNamed = Query<[id: number, name: string]>

/** Ids by name, whatever Unicode form a name has. */
export class NamedIds {
  readonly #ids = new Map<string, number>()

  /** `rows` as `FindNamed` gives them. */
  add(rows: readonly (readonly [id: number, name: string])[]): void {
    for (const [id, name] of rows) this.#ids.set(name, id)
  }

  /** Undefined where nothing of that name is known. */
  idOf(name: string): number | undefined {
    return spellingsOf(name)
      .map((spelling) => this.#ids.get(spelling))
      .find((id) => id !== undefined)
  }
}

/** The ids of those of the names that there are. */
export async function findNamed(tx: Transaction, by: FindNamed, names: readonly string[]): Promise<NamedIds> {
  const ids = new NamedIds()
  const spellings = [...new Set(names.flatMap((name) => spellingsOf(name)))]
  if (spellings.length > 0) ids.add(await tx.rows(by, spellings))
  return ids
}
