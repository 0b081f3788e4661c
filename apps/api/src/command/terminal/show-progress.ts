/** The progress bar of an import. */
import { MultiBar, Presets } from 'cli-progress'
import type { Surroundings } from '../surroundings.ts'
import { escapeControl } from './escape-control.ts'

export interface Progress {
  /** Bytes done so far. */
  update(bytes: number): void
  /** Writes a line to stderr, above the bar. */
  line(text: string): void
  /** Takes the bar away; the lines stay. */
  stop(): void
}

/** Draws on stderr while that is a terminal and the size is known; otherwise only `line` has an effect. */
export function showProgress({ stderr }: Surroundings, title: string, totalBytes: number): Progress {
  const isVisible = stderr.isTTY === true && totalBytes > 0
  return isVisible ? drawProgress({ stderr }, title, totalBytes) : writeLines({ stderr })
}

function writeLines({ stderr }: Pick<Surroundings, 'stderr'>): Progress {
  return { update: () => {}, line: (text) => stderr.write(`${text}\n`), stop: () => {} }
}

/** `MultiBar` with one bar: `SingleBar` puts the cursor back to where it was, over the lines written meanwhile. */
function drawProgress({ stderr }: Pick<Surroundings, 'stderr'>, title: string, totalBytes: number): Progress {
  const format = `${escapeControl(title)} {bar} {percentage}% | {eta_formatted} left`
  const options = { stream: stderr, format, clearOnComplete: true, forceRedraw: true, gracefulExit: false }
  const bars = new MultiBar(options, Presets.shades_classic)
  const bar = bars.create(totalBytes, 0)
  return {
    update: (bytes) => bar.update(bytes),
    line: (text) => bars.log(`${text}\n`),
    stop: () => {
      // What was logged since the last drawing would be lost.
      bars.update()
      bars.stop()
    },
  }
}
