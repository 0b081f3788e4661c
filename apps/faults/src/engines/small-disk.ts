/** A disk that can be filled. */
import { temporaryDirectory } from '@plant-store/testkit'
import { type CrowdedDisk, mountDisk } from '@plant-store/testkit/storm'
import { FaultError } from '../fault-error.ts'

/** It goes with the stack. Rejects with a `FaultError` where this user may not mount. */
export async function mountSmallDisk(stack: AsyncDisposableStack): Promise<CrowdedDisk> {
  const directory = await temporaryDirectory()
  const disk = await mountDisk(directory.path)
  stack.defer(() => directory.remove())
  if (disk === undefined) throw new FaultError('A disk to be filled is mounted by root alone.')
  return stack.use(disk)
}
