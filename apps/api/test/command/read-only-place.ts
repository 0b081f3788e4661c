/** A place whose directory is read-only for the commands run there. */
import { spawnSync } from 'node:child_process'
import { oneProcess } from './command-process.ts'
import { makePlace, type Place } from './place.ts'

/** Why this system can have no such place, nor a small disk; false if it can. */
export const noMount: string | false =
  spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status !== 0 &&
  'this system does not let its users mount'

/** Replaces itself with the given command, for which alone the directory is read-only. */
const inReadOnly = 'mount --bind . . && mount -o remount,bind,ro . && cd . && exec "$@"'

/** As `makePlace`. For commands with a process of their own (`runWith`, `shell`) the directory stays writable. */
export function makeReadOnlyPlace(options: { readonly world?: boolean } = {}): Promise<Place> {
  return makePlace({ ...options, runInTurn: oneProcess('unshare', '-rm', 'sh', '-c', inReadOnly, 'sh') })
}
