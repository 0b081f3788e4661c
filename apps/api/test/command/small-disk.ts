/** A disk that is soon full, for commands in a shell line. */
import { spawnSync } from 'node:child_process'

/** Puts the database on a disk of one megabyte that only this shell line sees, and overfills it. */
export const onSmallDisk = `
  mkdir disk && mount -t tmpfs -o size=1m tmpfs disk && cp plant-store.db disk/
  export PLANT_STORE_DATABASE=disk/plant-store.db
  plant-store import plants many.ndjson
  code=$?
  plant-store verify && plant-store plants list --json
  exit $code`
/** Why this system can have no such disk; false if it can. */
export const noSmallDisk =
  spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status !== 0 &&
  'this system does not let its users mount a small disk'
