/** A place whose directory may not be written to by the commands that are run there. */
import { spawnSync } from 'node:child_process'
import { oneProcess } from './command-process.ts'
import { makePlace, type Place } from './place.ts'

/** Why there can be no such place here; false where there can. */
export const noReadOnly: string | false =
  spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status !== 0 &&
  'this system does not let its users mount'

/** Goes on as what it is given, for which alone the directory is read-only. */
const inReadOnly = 'mount --bind . . && mount -o remount,bind,ro . && cd . && exec "$@"'

/** As `makePlace`. What has a process of its own (`runWith`, `shell`) finds the directory as it was. */
export function makeReadOnlyPlace(options: { readonly world?: boolean } = {}): Promise<Place> {
  return makePlace({ ...options, runInTurn: oneProcess('unshare', '-rm', 'sh', '-c', inReadOnly, 'sh') })
}
