/**
 * Grants from a file: `{ "user": … }` or `{ "group": … }`, with the plants that are meant: `"all": true`, or those
 * that match every given one of `key`, `name` and `tag`. A line is granted as the command would; a line that grants
 * nothing new is unchanged, so importing a file again changes nothing.
 */
import type { Connection } from '../connection.ts'
import { grantSelected, selectPlants, bumpRevisions } from '../access.ts'
import { matchPlants } from '../selection.ts'
import { importSql } from './import-sql.ts'
import type { PlantSelection, Subject } from '../../store.ts'
import { requireSubject } from '../subjects.ts'
import { nameFault, plantTextFault } from '../../text-rules.ts'
import { lineFault, readMembers, readOptionalText } from './line-fault.ts'
import type { ImportKind } from './run-import.ts'
import { applyValues, stageValue } from './staged-values.ts'

export const grantImport: ImportKind = {
  workspace: importSql.valueWorkspace,
  stage: (connection, line, value) => {
    readGrant(value)
    stageValue(connection, line, value)
  },
  apply: (connection, report) =>
    applyValues(connection, report, (value) => applyGrant(connection, readGrant(value))),
}

interface GrantLine {
  readonly subject: Subject
  readonly plants: PlantSelection
}

function readGrant(value: unknown): GrantLine {
  const members = readMembers(value, ['user', 'group', 'key', 'name', 'tag', 'all'])
  return { subject: readSubject(members), plants: readSelection(members) }
}

function readSubject(members: ReadonlyMap<string, unknown>): Subject {
  const user = readOptionalText(members, 'user', nameFault)
  const group = readOptionalText(members, 'group', nameFault)
  if (user !== undefined && group === undefined) return { user }
  if (group !== undefined && user === undefined) return { group }
  throw lineFault('Name either a user or a group.')
}

function readSelection(members: ReadonlyMap<string, unknown>): PlantSelection {
  const key = readOptionalText(members, 'key', nameFault)
  const name = readOptionalText(members, 'name', plantTextFault)
  const tag = readOptionalText(members, 'tag', plantTextFault)
  const selection = {
    ...(key !== undefined && { key }),
    ...(name !== undefined && { name }),
    ...(tag !== undefined && { tag }),
  }
  const isEmpty = Object.keys(selection).length === 0
  if (!members.has('all') && !isEmpty) return selection
  if (members.get('all') === true && isEmpty) return { all: true }
  throw lineFault('Say which plants: by key, name or tag, or all of them with true.')
}

function applyGrant(connection: Connection, { subject, plants }: GrantLine): 'added' | 'unchanged' {
  const found = requireSubject(connection, subject)
  const matched = selectPlants(connection, matchPlants(plants))
  const changed = grantSelected(connection, found)
  bumpRevisions(connection)
  if (matched === 0) throw lineFault('No plant matches.')
  return changed > 0 ? 'added' : 'unchanged'
}
