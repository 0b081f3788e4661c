/** Writes a file of plants to import. */
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { largeWorldPlant } from '@plant-store/testkit'

const linesPerChunk = 1000

/** The key of a plant in the file, by its position, counted from 0. */
export function plantKey(index: number): string {
  return `plant-${index}`
}

/** Writes this many plants as NDJSON. */
export async function writePlants(file: string, count: number): Promise<void> {
  await pipeline(chunks(count), createWriteStream(file))
}

function* chunks(count: number): Generator<string> {
  for (let from = 0; from < count; from += linesPerChunk) {
    const length = Math.min(linesPerChunk, count - from)
    yield Array.from({ length }, (_, at) => plantLine(from + at)).join('')
  }
}

function plantLine(index: number): string {
  return `${JSON.stringify({ key: plantKey(index), ...largeWorldPlant(index) })}\n`
}
