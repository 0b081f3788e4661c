/** Where the harness keeps what it needs again: below the user's cache directory. */
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import process from 'node:process'

const named = process.env['XDG_CACHE_HOME'] ?? ''

/** A relative path counts as none (XDG Base Directory Specification). */
export const cacheDirectory = join(
  isAbsolute(named) ? named : join(homedir(), '.cache'),
  'plant-store-conformance',
)
