/** `pnpm bench --soak`: runs, draws and reports. */
import { writeFile } from 'node:fs/promises'
import { BenchError } from '../bench-error.ts'
import type { Engine } from '../config.ts'
import { drawWeek } from './draw-week.ts'
import { formatSoak } from './format-soak.ts'
import { soak } from './soak.ts'

interface SoakCommand {
  readonly engine: Engine
  readonly workers?: number
  readonly rate?: number
  readonly week?: string
  readonly json?: true
}

/** Resolves to what to print, and to whether all is well. Rejects with a `BenchError`. */
export async function runSoak(
  seconds: number,
  { engine, workers = 1, rate = 100, week, json }: SoakCommand,
  onProgress: (step: string) => void,
): Promise<{ readonly text: string; readonly isWell: boolean }> {
  const isWeek = week !== undefined
  if (isWeek && engine !== 'sqlite') throw new BenchError('--week needs --engine sqlite.', { isUsage: true })
  const result = await soak({ seconds, engine, workers, perSecond: rate, isWeek, onProgress })
  if (isWeek) await writeFile(week, drawWeek(result))
  return {
    text: json === true ? JSON.stringify(result) : formatSoak(result),
    isWell: result.isFlat && result.failed === 0,
  }
}
