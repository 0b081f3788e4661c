/** Where the harness keeps what it needs again: below the user's cache directory. */
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import process from 'node:process'

const { HOME = '', XDG_CACHE_HOME = '' } = process.env
const ofUser = isAbsolute(HOME) ? join(HOME, '.cache') : tmpdir()

/** A relative path counts as none (XDG Base Directory Specification). */
export const cacheDirectory = join(
  isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : ofUser,
  'plant-store-conformance',
)
