/** Whoever is told how long to wait before killing the service is told enough. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { endMs } from './settings-of.ts'

for (const [file, pattern] of [
  ['../../../../docs/operations/README.md', /wait at\s+least (\d+) s before you kill it/],
  ['../../deploy/systemd/plant-store.service', /^TimeoutStopSec=(\d+)$/m],
] as const) {
  test(`${file} gives the service the time that it needs to end`, async () => {
    const [, seconds] = pattern.exec(await readFile(new URL(file, import.meta.url), 'utf8')) ?? []
    assert.equal(Number(seconds), Math.ceil(endMs({}) / 1000) + 2)
  })
}
