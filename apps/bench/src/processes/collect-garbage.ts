/** Having a server collect its garbage: what is resident then is held. */
import process from 'node:process'

const signal = 'SIGUSR2'
/** The last resort of V8 also gives back what it otherwise keeps for objects to come: tens of megabytes. */
const listener = `process.on('${signal}', () => gc({ type: 'major', flavor: 'last-resort' }))`

/** Flags of Node for a program whose garbage is to be collected from outside. */
export const collectable: readonly string[] = [
  '--expose-gc',
  '--import',
  `data:text/javascript,${encodeURIComponent(listener)}`,
]

/** Has a process that was started with `collectable` collect all its garbage, soon. */
export function collectGarbage(pid: number): void {
  process.kill(pid, signal)
}
