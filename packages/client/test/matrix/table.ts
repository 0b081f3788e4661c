/** The outcomes of the matrix as a table: each value against each manager and each runtime. */
import { type Axis, axisNames, missing, reasonAgainst, type Row, valuesOf } from './rows.ts'

export interface Outcome {
  readonly row: Row
  readonly outcome: 'passed' | 'failed'
}

const titles: Readonly<Record<Axis, string>> = {
  manager: 'Package manager',
  modules: 'Modules',
  typescript: 'TypeScript',
  bundler: 'Bundler',
  runtime: 'Runtime',
  peer: 'Peer',
}

/** Markdown. A cell says how the rows with both values ended, or why there are none; `–` is no row. */
export function tablesOf(outcomes: readonly Outcome[], versions: ReadonlyMap<string, string>): string {
  const notes = [...new Set(missing.map(({ because }) => because))]
  const title = (axis: Axis, value: string): string => {
    const version = versions.get(`${axis} ${value}`) ?? ''
    return version === '' ? value : value.replace(/ \d[\d.]*|$/, ` ${version}`)
  }
  const cell = (part: Partial<Row>): string => {
    const same = outcomes.filter(({ row }) =>
      Object.entries(part).every(([axis, value]) => row[axis as Axis] === value),
    )
    if (same.some(({ outcome }) => outcome === 'failed')) return '**failed**'
    if (same.length > 0) return 'passed'
    const reason = reasonAgainst(part)
    return reason === undefined ? '–' : `not run (${notes.indexOf(reason) + 1})`
  }
  const tables = (['runtime', 'manager'] as const).map((across) => {
    const heads = valuesOf(across)
    const lines = axisNames
      .filter((axis) => axis !== across && !(across === 'manager' && axis === 'runtime'))
      .flatMap((axis) => valuesOf(axis).map((value) => [axis, value] as const))
      .filter(([, value]) => value !== 'no peer')
      .map(([axis, value]) => {
        const cells = heads.map((head) => cell({ [axis]: value, [across]: head }))
        return [`${titles[axis]}: ${title(axis, value)}`].concat(cells)
      })
    const first = [titles[across], ...heads.map((head) => title(across, head))]
    return [first, first.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
  })
  return [...tables, notes.map((reason, index) => `${index + 1}. ${reason}.`).join('\n')].join('\n\n')
}
