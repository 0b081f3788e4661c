/** The readers of long lists, a worker process. Bare sockets keep the cost of a chunk close to that of its bytes. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { handleJobs } from '../processes/worker.ts'
import type { ReadersJob, ReadersResult } from './readers.ts'

type Begin = Exclude<ReadersJob, 'stop'>

let sockets: Socket[] = []
let began = 0
const nothing = { admitted: 0, turnedAway: 0, ended: 0, plants: 0, bytes: 0 }
let got = { ...nothing }

handleJobs<ReadersJob, ReadersResult>(async (job) => {
  if (job === 'stop') stop()
  else await begin(job)
  return { ...got, seconds: (performance.now() - began) / 1000 }
})

function stop(): void {
  for (const socket of sockets) {
    socket.removeAllListeners()
    // A connection reset while closing means nothing.
    socket.on('error', () => {})
    socket.destroy()
  }
  sockets = []
}

async function begin({ url, path, tokens, count, standStill }: Begin): Promise<void> {
  const { hostname, port, host } = new URL(url)
  const joining = await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(Number(port), hostname)
      await once(socket, 'connect')
      return socket
    }),
  )
  if (sockets.length === 0) {
    got = { ...nothing }
    began = performance.now()
  }
  sockets.push(...joining)
  const begun = joining.map((socket) => read(socket, standStill))
  for (const [index, socket] of joining.entries()) {
    const token = tokens[index % tokens.length]
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`)
  }
  if (standStill) await Promise.all(begun)
}

/** Resolves at the first bytes, or at the end if none come. */
function read(socket: Socket, standStill: boolean): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  socket.once('data', (bytes: Buffer) => {
    const head = bytes.toString('latin1', 0, 12)
    if (head === 'HTTP/1.1 200') got.admitted += 1
    if (head === 'HTTP/1.1 503') got.turnedAway += 1
    if (standStill) socket.pause()
    resolve()
  })
  socket.on('data', countPlants)
  socket.once('close', () => {
    got.ended += 1
    resolve()
  })
  socket.on('error', () => {})
  return promise
}

const closingBrace = 0x7d

/** No name or tag in the world has a brace in it, so each closing brace is one plant. */
function countPlants(bytes: Buffer): void {
  got.bytes += bytes.length
  for (let at = bytes.indexOf(closingBrace); at !== -1; at = bytes.indexOf(closingBrace, at + 1))
    got.plants += 1
}
