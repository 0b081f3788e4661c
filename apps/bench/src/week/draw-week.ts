/** Draws a virtual week as an SVG that is legible on light and on dark pages. */
import { count } from '../format.ts'
import { figures, times, type WeekResult } from './measure-week.ts'

const [left, top, width, height, gap] = [170, 56, 460, 40, 16]
const style = `text{font:12px sans-serif;fill:#333}polyline{fill:none;stroke:#06c;stroke-width:1.5}path{stroke:#8886}
@media(prefers-color-scheme:dark){text{fill:#ccc}polyline{stroke:#6bf}}`

const label = (y: number, text: string, at = 8): string => `<text x="${at}" y="${y}">${text}</text>`

/** A strip for each figure, from 0 to its largest value, over the days that passed. */
export function drawWeek({ samples, seconds, answered, failures }: WeekResult): string {
  const bottom = top + figures.length * (height + gap)
  const days = (seconds * times) / 86_400
  const x = (share: number): number => Math.round(left + share * width)
  const strips = figures.flatMap(({ name, figure, format }, nth) => {
    const values = samples.map((sample) => sample[figure])
    const [least, most] = [Math.min(...values), Math.max(...values)]
    const base = top + (nth + 1) * (height + gap) - gap
    const points = values.map(
      (value, at) => `${x((at + 1) / values.length)},${(base - (value / (most || 1)) * height).toFixed(1)}`,
    )
    return [
      `<path d="M${left} ${base}h${width}"/><polyline points="${points.join(' ')}"/>`,
      label(base - 20, name) + label(base - 4, `${format(least)} to ${format(most)}`),
    ]
  })
  const marks = Array.from({ length: Math.floor(days) }, (_, day) =>
    label(bottom + 2, `day ${day + 1}`, x((day + 0.5) / days) - 18),
  )
  const title = `${Math.round(days * 100) / 100} days of a service that nobody tends: 10,000 tokens in use`
  const run = `${count(seconds)} s, clock × ${times}; SQLite, one process; ${count(answered)} answers, ${failures.length} failures`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${left + width + 10} ${bottom + 12}" role="img">
<title>${title}</title>
<style>${style}</style>
${[label(18, title), label(36, run), ...strips, ...marks].join('\n')}
</svg>
`
}
