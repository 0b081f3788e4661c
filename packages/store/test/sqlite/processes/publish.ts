/** A process that gives a finished file its name, and prints the outcome. Arguments: the file, the name. */
import process from 'node:process'
import { StoreError } from '../../../src/index.ts'
import { publishFile } from '../../../src/files/unfinished-file.ts'

const [finished = '', name = ''] = process.argv.slice(2)
try {
  publishFile(finished, name)
  process.stdout.write('published')
} catch (error) {
  process.stdout.write(error instanceof StoreError ? error.code : String(error))
}
