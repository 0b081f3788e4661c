/** For tests of what services survive: connections that break or are slow, disks that are full. */
export { type CrowdedDisk, mountDisk } from './crowded-disk.ts'
export { cutConnection, drawCut } from './cut-connection.ts'
export { kindsOfRequests } from './kinds.ts'
export { createDraw, type Draw, pick } from './random.ts'
export { SlowCrowd } from './slow-crowd.ts'
