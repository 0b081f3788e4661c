/** Loaded before a program: makes `link` fail as on a file system without hard links, such as FAT. */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

fs.linkSync = () => {
  throw Object.assign(new Error('EPERM: operation not permitted, link'), { code: 'EPERM' })
}
syncBuiltinESMExports()
