/** Reads contracts/vectors/requests.yaml: what to send, and what is due. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { textOf, type WrittenRequest } from '@plant-store/testkit/rows'
import { isNode, LineCounter, parseDocument } from 'yaml'

/** What is due for one request. */
export interface Due {
  readonly due: number
  readonly error?: number | undefined
  readonly plants?: string | undefined
  readonly carries?: string | undefined
  readonly lacks?: string | undefined
}

/** A row, completed with everything that its section specifies for it. */
export interface Row {
  readonly section: string
  readonly says: string
  /** Where it stands in the file. */
  readonly line: number
  /** What is sent, before the words in it are filled in. */
  readonly text: string
  readonly pieces: number | undefined
  readonly connection: 'closes' | 'stays open' | undefined
  /** One for each request that the row sends. */
  readonly dues: readonly Due[]
}

/** `settings` are those of the service that the section needs; most need none. */
export interface Section {
  readonly section: string
  readonly settings: Readonly<Record<string, number>>
  readonly rows: readonly Row[]
}

export interface Table {
  /** How many plants each user of the world sees. */
  readonly users: Readonly<Record<string, number>>
  readonly sections: readonly Section[]
}

const dueMembers = ['due', 'error', 'plants', 'carries', 'lacks'] as const
const rowMembers = ['says', 'send', 'as', 'with', 'raw', 'pieces', 'responses', 'connection', ...dueMembers]

interface WrittenRow
  extends WrittenRequest, Partial<Due>, Pick<Row, 'says'>, Partial<Pick<Row, 'pieces' | 'connection'>> {
  readonly responses?: readonly Partial<Due>[]
}

interface WrittenSection extends Partial<Pick<Section, 'settings'>> {
  readonly section: string
  readonly usually?: Partial<WrittenRow>
  readonly rows: readonly WrittenRow[]
}

/** The table of the contract. Throws a sentence for a mistake in it. */
export async function loadTable(): Promise<Table> {
  const file = fileURLToPath(import.meta.resolve('@plant-store/contracts/vectors/requests.yaml'))
  const lineCounter = new LineCounter()
  const document = parseDocument(await readFile(file, 'utf8'), { lineCounter })
  const { users, sections } = document.toJS() as Pick<Table, 'users'> & { sections: WrittenSection[] }
  return {
    users,
    sections: sections.map(({ section, settings = {}, usually = {}, rows }, at) => ({
      section,
      settings,
      rows: rows.map((row, index) => {
        const node = document.getIn(['sections', at, 'rows', index], true)
        const line = isNode(node) ? lineCounter.linePos(node.range?.[0] ?? 0).line : 0
        return completeRow(row, usually, { section, line })
      }),
    })),
  }
}

function completeRow(
  row: WrittenRow,
  usually: Partial<WrittenRow>,
  place: Pick<Row, 'section' | 'line'>,
): Row {
  const mistake = (what: string): Error => new Error(`requests.yaml:${place.line}: ${what}`)
  const { says, raw, pieces, connection = usually.connection, responses = [row] } = row
  for (const [members, known] of [
    [row, rowMembers],
    ...(row.responses ?? []).map((due) => [due, dueMembers] as const),
  ] as const) {
    const unknown = Object.keys(members).find((name) => !known.some((each) => each === name))
    if (unknown !== undefined) throw mistake(`a row has no member ${unknown}`)
  }
  // A row with raw bytes uses none of the section's usual request.
  const sent = raw === undefined ? { ...usually, ...row } : row
  if ((raw === undefined) === (sent.send === undefined)) throw mistake('a row has either send or raw')
  const dues = responses.map((written): Due => {
    const { due = usually.due, carries = usually.carries, lacks = usually.lacks } = written
    if (due === undefined) throw mistake('what status is due?')
    // A section that usually refuses says nothing about the plants in its other rows, and the other way round.
    const error = written.error ?? (due >= 400 ? usually.error : undefined)
    const plants = written.plants ?? (due === 200 ? usually.plants : undefined)
    return { due, error, plants, carries, lacks }
  })
  return { ...place, says, text: textOf(sent), pieces, connection, dues }
}
