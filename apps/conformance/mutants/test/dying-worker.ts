/** A worker that ends in the middle of its task. */
import process from 'node:process'

export function die(): void {
  process.exit(3)
}

export const live = (): string => 'alive'
