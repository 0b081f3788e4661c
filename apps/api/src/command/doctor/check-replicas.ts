/** Do the replicas follow the primary, and how far behind? */
import { examineReplicas, StoreError } from '@plant-store/store'
import { type Check, failed, passed } from './check.ts'

/** One check for each replica; a single one where the primary does not say what they should hold. */
export async function* checkReplicas(database: string, replicas: readonly string[]): AsyncGenerator<Check> {
  try {
    for (const state of await examineReplicas({ database, replicas })) {
      yield 'problem' in state
        ? failed('replica', `${state.problem} Long lists are read from the other replicas or the primary.`)
        : passed('replica', `${state.name} follows the primary, ${lagOf(state.bytesBehind)}.`)
    }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    yield failed('replica', error.message)
  }
}

function lagOf(bytes: number): string {
  return bytes === 0 ? 'and is up to date' : `${bytes.toLocaleString('en')} bytes behind`
}
