/** Waits until `/readyz` says what it should about workers. */
import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import { eventually, type Service } from '@plant-store/testkit'

/** On a busy machine a healthy worker may be late with its answer, and is then not counted. */
export async function assertReadiness(
  { operatorUrl }: Pick<Service, 'operatorUrl'>,
  workers: { readonly ready: number; readonly wanted: number },
): Promise<void> {
  const due = [200, { status: 'ready', workers }]
  const look = async (): Promise<unknown> => {
    const response = await fetch(`${operatorUrl}/readyz`)
    return [response.status, await response.json()]
  }
  assert.deepEqual(await eventually(look, (seen) => isDeepStrictEqual(seen, due)), due)
}
