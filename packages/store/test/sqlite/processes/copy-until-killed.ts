/** A process that is killed when it has copied so many rows. Arguments: the source, the target, the number of rows. */
import process from 'node:process'
import { copyDatabase } from '../../../src/index.ts'

const [from = '', to = '', rows = ''] = process.argv.slice(2)
await copyDatabase({
  from,
  to,
  onProgress: (done) => {
    if (done >= Number(rows)) process.kill(process.pid, 'SIGKILL')
  },
})
