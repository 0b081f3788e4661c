/** How far a long piece of work is, in a terminal. */
import { Presets, SingleBar } from 'cli-progress'
import type { CommandContext } from './output.ts'

/** Shows a bar with a title, once its total is above 0, until it is disposed. It shows nothing where there is no terminal. */
export function showProgress(
  stream: CommandContext['stderr'],
  title: string,
): Disposable & { readonly update: (done: number, total: number) => void } {
  const format = `${title} {bar} {percentage}% | {eta_formatted} left`
  const bar = new SingleBar(
    { stream, format, clearOnComplete: true, gracefulExit: false },
    Presets.shades_classic,
  )
  return {
    update: (done, total) => {
      if (stream.isTTY !== true || total === 0) return
      if (!bar.isActive) bar.start(total, done)
      bar.update(done)
    },
    [Symbol.dispose]: () => bar.stop(),
  }
}
