/** Mounts a disk that can be filled. */
import { temporaryDirectory } from '@plant-store/testkit'
import { type CrowdedDisk, mountDisk } from '@plant-store/testkit/storm'
import { FaultError } from '../fault-error.ts'

/** Mounts a disk that the stack unmounts. Rejects with a `FaultError` where this user may not mount. */
export async function mountSmallDisk(stack: AsyncDisposableStack): Promise<CrowdedDisk> {
  const directory = await temporaryDirectory()
  const disk = await mountDisk(directory.path)
  stack.defer(() => directory.remove())
  if (disk === undefined) throw new FaultError('Only root can mount a disk to fill.')
  return stack.use(disk)
}
