/** Where the plants are listed. */
import type { Probe } from '../probe.ts'

/** Undefined where the table of operations has no such operation, or nobody may list anything. */
export function listPath({ knowledge, parties }: Probe): string | undefined {
  return parties.length === 0
    ? undefined
    : knowledge.operations.find(({ operationId }) => operationId === 'listPlants')?.path
}
