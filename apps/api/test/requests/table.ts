/** Reads contracts/vectors/requests.yaml: what to send, and what is due. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Static, type TObject, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { isNode, LineCounter, parseDocument } from 'yaml'

const dueMembers = {
  due: Type.Optional(Type.Integer({ minimum: 200, maximum: 599 })),
  error: Type.Optional(Type.Integer()),
  plants: Type.Optional(Type.String({ pattern: String.raw`^(?:none|(?:all|first \d+) of \w+)$` })),
  carries: Type.Optional(Type.String()),
  lacks: Type.Optional(Type.String()),
}
const sentMembers = {
  send: Type.Optional(Type.String({ pattern: '^[^ ]+ .+$' })),
  as: Type.Optional(Type.String()),
  with: Type.Optional(Type.String()),
}
const connectionMember = Type.Optional(Type.Union([Type.Literal('closes'), Type.Literal('stays open')]))

/** An unknown member is a mistake of the table's author, and is never ignored. */
const strict = { additionalProperties: false }
const Due = Type.Object(dueMembers, strict)
const Usual = Type.Object({ ...sentMembers, ...dueMembers, connection: connectionMember }, strict)
const WrittenRow = Type.Object(
  {
    says: Type.String(),
    ...sentMembers,
    raw: Type.Optional(Type.String()),
    pieces: Type.Optional(Type.Integer({ minimum: 1 })),
    ...dueMembers,
    answers: Type.Optional(Type.Array(Due)),
    connection: connectionMember,
  },
  strict,
)
const WrittenTable = Type.Object(
  {
    users: Type.Record(Type.String(), Type.Integer()),
    sections: Type.Array(
      Type.Object(
        {
          section: Type.String(),
          explains: Type.String(),
          settings: Type.Optional(Type.Record(Type.String(), Type.Integer())),
          usually: Type.Optional(Usual),
          rows: Type.Array(WrittenRow, { minItems: 1 }),
        },
        strict,
      ),
    ),
  },
  strict,
)
type WrittenRow = Static<typeof WrittenRow>
type WrittenDue = Static<typeof Due>
type Usual = Static<typeof Usual>

/** A member that may also be there as undefined. */
type Loose<Members> = { readonly [Name in keyof Members]: Members[Name] | undefined }

/** What is due for one request. */
export interface Due extends Loose<Omit<WrittenDue, 'due'>> {
  readonly due: number
}

/** A row, completed with everything that its section specifies for it. */
export interface Row extends Loose<
  Pick<WrittenRow, 'send' | 'as' | 'with' | 'raw' | 'pieces' | 'connection'>
> {
  readonly section: string
  readonly says: string
  /** Where it stands in the file. */
  readonly line: number
  /** One for each request that the row sends. */
  readonly dues: readonly Due[]
}

export interface Section {
  readonly section: string
  /** Settings of the service that the section needs; most need none. */
  readonly settings: Readonly<Record<string, number>>
  readonly rows: readonly Row[]
}

export interface Table {
  /** How many plants each user of the world sees. */
  readonly users: Readonly<Record<string, number>>
  readonly sections: readonly Section[]
}

const requestsFile = fileURLToPath(import.meta.resolve('@plant-store/contracts/vectors/requests.yaml'))

/** The table of the contract. */
export async function loadTable(): Promise<Table> {
  return readTable(await readFile(requestsFile, 'utf8'))
}

/** Throws a sentence for each mistake in the table. */
export function readTable(text: string): Table {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  const [fault] = document.errors
  if (fault !== undefined) {
    throw fault
  }
  const table = check(WrittenTable, document.toJS())
  const sections = table.sections.map(({ section, settings = {}, usually = {}, rows }, at) => ({
    section,
    settings,
    rows: rows.map((row, index) => {
      const node = document.getIn(['sections', at, 'rows', index], true)
      return completeRow(row, usually, { section, line: lineOf(node, lines) })
    }),
  }))
  return { users: table.users, sections }
}

function check<Schema extends TObject>(schema: Schema, value: unknown): Static<Schema> {
  const mistakes = [...Value.Errors(schema, value)].map(({ path, message }) => `${path}: ${message}`)
  if (!Value.Check(schema, value)) {
    throw new Error(`requests.yaml: ${mistakes.join('; ')}`)
  }
  return value
}

function lineOf(node: unknown, lines: LineCounter): number {
  return isNode(node) ? lines.linePos(node.range?.[0] ?? 0).line : 0
}

function completeRow(row: WrittenRow, usually: Usual, place: Pick<Row, 'line' | 'section'>): Row {
  const { says, raw, pieces, connection = usually.connection, answers = [row] } = row
  const dues = answers.map((due) => completeDue(due, usually, place.line))
  // A row with raw octets uses none of the section's usual request.
  const sent = raw === undefined ? { ...usually, ...row } : row
  if ((raw === undefined) === (sent.send === undefined)) {
    throw new Error(`requests.yaml:${place.line}: a row has either send, with as and with, or raw.`)
  }
  return { ...place, says, dues, raw, pieces, connection, send: sent.send, as: sent.as, with: sent.with }
}

function completeDue(written: WrittenDue, usually: Usual, line: number): Due {
  const { due = usually.due, carries = usually.carries, lacks = usually.lacks } = written
  if (due === undefined) {
    throw new Error(`requests.yaml:${line}: what status is due?`)
  }
  // A section that usually refuses says nothing about the plants in its other rows, and the other way round.
  const error = written.error ?? (due >= 400 ? usually.error : undefined)
  const plants = written.plants ?? (due === 200 ? usually.plants : undefined)
  return { due, error, plants, carries, lacks }
}
