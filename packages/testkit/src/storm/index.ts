/** For tests of what services survive: connections that break, disks that are full. */
export { type CrowdedDisk, mountDisk } from './crowded-disk.ts'
export { type Cut, cutConnection, describeCut, drawCut } from './cut-connection.ts'
export { type Kind, kindsOfRequests } from './kinds.ts'
export { createDraw, type Draw, pick } from './random.ts'
