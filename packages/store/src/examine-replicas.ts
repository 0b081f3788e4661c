/** What becomes of replicas, for the person who runs them. */

/** A replica that follows the primary, so many bytes of changes behind it; or what is wrong with it, as a sentence. */
export type ReplicaState =
  | { readonly name: string; readonly bytesBehind: number }
  | { readonly name: string; readonly problem: string }

/** One for each server of each address, in their order. Rejects as `openStore` where the primary does not answer. */
export async function examineReplicas(given: {
  readonly database: string
  readonly replicas: readonly string[]
}): Promise<readonly ReplicaState[]> {
  if (given.replicas.length === 0) return []
  const { examine } = await import('./postgres/examine-replicas.ts')
  return examine(given.database, given.replicas)
}
