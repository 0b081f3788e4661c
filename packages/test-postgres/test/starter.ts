/** Starts a server, prints where it is, and stays. */
import { postgresServer } from '../src/index.ts'

const { socket } = await postgresServer()
process.stdout.write(`${socket}\n`)
setInterval(() => {}, 1000)
