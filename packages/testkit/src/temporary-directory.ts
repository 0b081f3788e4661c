/** A directory for one test, gone with everything in it when the test's scope ends. */
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Use it as `await using directory = await temporaryDirectory()`; `directory.path` is absolute. */
export function temporaryDirectory(): ReturnType<typeof mkdtempDisposable> {
  return mkdtempDisposable(join(tmpdir(), 'plant-store-'))
}
