/** The one line that moves while something takes its time. */
import { clearLine, cursorTo } from 'node:readline'
import type { Progress } from '../../court/check.ts'
import type { MaybeTerminal } from '../surroundings.ts'

/** Often enough to be seen to move. */
const intervalMs = 100

export interface MovingLine {
  draw(text: string): void
  /** Takes the line away. */
  stop(): void
}

/** Draws on a terminal only; elsewhere nothing is written. */
export function showLine(stderr: MaybeTerminal): MovingLine {
  if (stderr.isTTY !== true) return { draw: () => {}, stop: () => {} }
  let drawnAt = 0
  return {
    draw: (text) => {
      if (performance.now() - drawnAt < intervalMs) return
      drawnAt = performance.now()
      clear(stderr)
      stderr.write(text)
    },
    stop: () => clear(stderr),
  }
}

/** What a check is doing. */
export function describeProgress({ elapsedMs, exchanges, broken, judges }: Progress): string {
  const found = broken === 0 ? '' : `, ${broken} findings`
  const seconds = `${(elapsedMs / 1000).toFixed(1)} s`
  return `${seconds}  ${exchanges.toLocaleString('en')} requests${found}  ${judges.join(', ')}`.trimEnd()
}

function clear(stderr: MaybeTerminal): void {
  cursorTo(stderr, 0)
  clearLine(stderr, 0)
}
