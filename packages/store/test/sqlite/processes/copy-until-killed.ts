/** A process that is killed once it has copied a number of rows. Arguments: the source, the target, that number. */
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
