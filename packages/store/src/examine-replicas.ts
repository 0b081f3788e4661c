/** The state of replicas, for the person who runs them. */

/** How many bytes of changes a replica is behind the primary; or, as a sentence, what is wrong with it. */
export type ReplicaState =
  | { readonly name: string; readonly bytesBehind: number }
  | { readonly name: string; readonly problem: string }

/** One state for each server of each address, in order. Rejects as `openStore` does if the primary does not answer. */
export async function examineReplicas(given: {
  readonly database: string
  readonly replicas: readonly string[]
}): Promise<readonly ReplicaState[]> {
  if (given.replicas.length === 0) return []
  const { examine } = await import('./postgres/examine-replicas.ts')
  return examine(given.database, given.replicas)
}
