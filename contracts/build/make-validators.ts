/** Writes src/validators.ts from the schemas: `pnpm --filter @plant-store/contracts validators`. */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { validatorModule } from './validator-module.ts'

writeFileSync(fileURLToPath(new URL('../src/validators.ts', import.meta.url)), validatorModule())
