#!/usr/bin/env node
/** The program `plant-store` as it runs from the sources. */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Halves the start of every command. Where the directory can't be written, each start compiles anew.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/plant-store', import.meta.url)))

await import('./plant-store.ts')
