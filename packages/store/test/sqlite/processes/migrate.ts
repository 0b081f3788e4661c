/** A process that brings a database forward on request. Prints what it applied. */
import { once } from 'node:events'
import process from 'node:process'
import { migrate } from '../../../src/index.ts'

const [database = ''] = process.argv.slice(2)
process.stdout.write('ready\n')
await once(process.stdin, 'data')
const { applied } = await migrate({ database })
process.stdout.write(`${JSON.stringify(applied)}\n`)
process.stdin.destroy()
