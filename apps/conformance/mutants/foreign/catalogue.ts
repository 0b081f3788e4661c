/** All servers of the foreign contracts: each correct service, its oddities, and its faults. */
import { both, type Change } from '../mutant.ts'
import { changeOf, type Rows } from './changes.ts'
import type { ForeignSteps, Service } from './service.ts'
import * as tickets from './tickets/catalogue.ts'
import { ticketSystem } from './tickets/service.ts'
import * as tools from './tools/catalogue.ts'
import { toolLibrary } from './tools/service.ts'
import * as weather from './weather/catalogue.ts'
import { weatherStations } from './weather/service.ts'

/** One server. */
export interface Foreign {
  /** The contract and the row, such as `tools/list-201`. */
  readonly id: string
  /** What is different, in one sentence. */
  readonly sentence: string
  readonly service: Service
  readonly change: Change<ForeignSteps>
  /** Whether it must be caught. A correct one must never be accused. */
  readonly breaks: boolean
  /** Whether requests that change something are sent: a fault of those shows in nothing else. */
  readonly withWrites: boolean
}

/** A correct service is checked both ways, an oddity with everything that can be tried on it. */
export const foreignServers: readonly Foreign[] = [
  ...serversOf(toolLibrary, tools),
  ...serversOf(weatherStations, { ...weather, writing: {} }),
  ...serversOf(ticketSystem, tickets),
]

/** The server with this id; for several ids of one service joined by plus signs, all in one. Throws an error where there is none. */
export function foreignById(id: string): Foreign {
  const [first = '', ...others] = id.split('+')
  const found = foreignServers.find((one) => one.id === first)
  if (found === undefined) throw new Error(`There is no foreign server ${first}.`)
  return { ...found, id, change: both(found.change, ...others.map((one) => foreignById(one).change)) }
}

type Kind = 'faults' | 'writing' | 'oddities'

function serversOf(service: Service, rows: Readonly<Record<Kind, Rows>>): readonly Foreign[] {
  const { name } = service
  const correct = { service, change: () => ({}), breaks: false }
  const of = (kind: Kind): readonly Foreign[] =>
    Object.entries(rows[kind]).map(([title, row]) => ({
      id: `${name}/${title.slice(0, title.indexOf(': '))}`,
      sentence: title.slice(title.indexOf(': ') + 2),
      service,
      change: changeOf(row),
      breaks: kind !== 'oddities',
      withWrites: kind !== 'faults',
    }))
  return [
    { id: `${name}/correct`, sentence: 'Nothing is wrong.', ...correct, withWrites: false },
    {
      id: `${name}/correct-writes`,
      sentence: 'Nothing is wrong, even with writes.',
      ...correct,
      withWrites: true,
    },
    ...of('oddities'),
    ...of('faults'),
    ...of('writing'),
  ]
}
