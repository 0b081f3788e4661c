/** Loaded before a program: has `link` answer as a file system without hard links does, such as FAT. */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

fs.linkSync = () => {
  throw Object.assign(new Error('EPERM: operation not permitted, link'), { code: 'EPERM' })
}
syncBuiltinESMExports()
