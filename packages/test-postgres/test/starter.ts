/** Starts a server with the programs in a directory, prints where it is, and stays. */
import { startPostgres } from '../src/index.ts'

const { socket } = await startPostgres(process.argv[2])
process.stdout.write(`${socket}\n`)
setInterval(() => {}, 1000)
