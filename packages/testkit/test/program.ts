/** A tiny program that announces itself as the service does; its first argument says how it behaves. */
import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { createServer } from 'node:http'

const [, file = '', behaviour] = process.argv

/** At once, whatever happens next. */
const log = (record: object): unknown => writeSync(1, `${JSON.stringify(record)}\n`)

if (behaviour === 'fail') {
  writeSync(2, 'the port is taken\n')
  process.exitCode = 3
} else if (behaviour === 'silent') {
  setInterval(() => {}, 1000)
} else if (behaviour === 'leave') {
  // Without stopping what it started, as a test run that is cut short.
  const { startService } = await import('@plant-store/testkit')
  const { pid } = await startService({ command: [process.execPath, file] })
  writeSync(1, `${pid}\n`)
  // oxlint-disable-next-line unicorn/no-process-exit -- this is what the test needs
  process.exit()
} else {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.once('SIGTERM', () => {
    log({ msg: 'draining' })
    if (behaviour !== 'stubborn') server.close()
  })
  const settings = Object.entries(process.env).filter(([name]) => name.startsWith('PLANT_STORE_'))
  log({ msg: 'settings', settings: Object.fromEntries(settings) })
  const address = server.address()
  log({ msg: 'listening', url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}` })
}
