/** Makes a server collect its garbage, so that what stays resident is in use. */
import process from 'node:process'

const signal = 'SIGUSR2'
/** V8's last resort also returns tens of megabytes that it otherwise keeps for future objects. */
const listener = `process.on('${signal}', () => gc({ type: 'major', flavor: 'last-resort' }))`

/** Flags of Node for a program whose garbage another process collects. */
export const collectable: readonly string[] = [
  '--expose-gc',
  '--import',
  `data:text/javascript,${encodeURIComponent(listener)}`,
]

/** Makes a process started with `collectable` collect all its garbage soon. */
export function collectGarbage(pid: number): void {
  process.kill(pid, signal)
}
