/** Our own service conforms with other seeds, too. */
import { it } from 'node:test'
import { judge, requireProof, whole } from './own-service.ts'

for (const seed of [2, 3]) {
  it(`our own service conforms, and every rule is seen (seed ${seed})`, async () => {
    requireProof(await judge({ ...whole, seed }))
  })
}
