/** Waiting for the end. */

/** Resolves at the first Ctrl-C or SIGTERM. From then on a signal does what it does to any program. */
export function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    const onSignal = (): void => {
      process.off('SIGINT', onSignal)
      process.off('SIGTERM', onSignal)
      resolve()
    }
    process.on('SIGINT', onSignal)
    process.on('SIGTERM', onSignal)
  })
}
