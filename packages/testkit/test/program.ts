/** A tiny program that announces itself as the service does; its first argument says how it behaves. */
import { writeSync } from 'node:fs'
import { createServer } from 'node:http'

const [, , behaviour] = process.argv

function log(record: object): void {
  // At once, whatever happens next.
  writeSync(1, `${JSON.stringify(record)}\n`)
}

function serve(): void {
  const server = createServer((request, response) => {
    log({ msg: 'request', path: request.url })
    response.end()
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    writeSync(1, 'no JSON\n')
    const settings = Object.entries(process.env).filter(([name]) => name.startsWith('PLANT_STORE_'))
    log({ msg: 'settings', settings: Object.fromEntries(settings) })
    log({ msg: 'listening', url: `http://127.0.0.1:${port}` })
  })
  process.once('SIGTERM', () => {
    log({ msg: 'draining' })
    if (behaviour !== 'stubborn') {
      server.close()
    }
  })
}

if (behaviour === 'fail') {
  writeSync(2, 'the port is taken\n')
  process.exitCode = 3
} else if (behaviour === 'silent') {
  writeSync(2, `process ${process.pid}\n`)
  setInterval(() => {}, 1000)
} else {
  serve()
}
