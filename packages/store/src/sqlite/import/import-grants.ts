/**
 * Imports grants from a file. A line is granted as by the command; a line that grants nothing new is unchanged, so
 * importing a file again changes nothing.
 */
import type { Connection } from '../connection.ts'
import { grantSelected, selectPlants, bumpRevisions } from '../access.ts'
import { grantStandingTo } from '../standing-grants.ts'
import { matchPlants } from '../selection.ts'
import { importSql } from './import-sql.ts'
import { requireSubject } from '../subjects.ts'
import { type GrantLine, grantLine, readGrantLine } from '../../lines/grant-line.ts'
import { invalidLine } from '../../lines/read-members.ts'
import type { ImportKind } from './run-import.ts'
import { applyValues, stageValue } from './staged-values.ts'

export const grantImport: ImportKind = {
  format: grantLine,
  workspace: importSql.valueWorkspace,
  stage: (connection, line, value) => {
    readGrantLine(value)
    stageValue(connection, line, value)
  },
  apply: (connection, report) =>
    applyValues(connection, report, (value) => applyGrant(connection, readGrantLine(value))),
}

function applyGrant(connection: Connection, line: GrantLine): 'added' | 'unchanged' {
  const found = requireSubject(connection, line.subject)
  const { matched, changed } =
    'standing' in line
      ? grantStandingTo(connection, found, line.standing)
      : {
          matched: selectPlants(connection, matchPlants(line.plants)),
          changed: grantSelected(connection, found),
        }
  bumpRevisions(connection)
  if (matched === 0) throw invalidLine('No plant matches.')
  return changed > 0 ? 'added' : 'unchanged'
}
