/** The SQL of the audit trail. */
import type { AuditRow } from '../changes/audit-entry.ts'
import { query } from './connection.ts'

export const auditSql = {
  /** ?1: time; ?2: command; ?3: operating system user; ?4: actor; ?5: summary; ?6: details. */
  add: query<[id: number]>(`
    insert into audit (at, command, os_user, actor, summary, details)
    values (?1, ?2, ?3, ?4, ?5, ?6)
    returning audit_id`),
  /** ?1: after this entry; ?2: at most this many; ?3: not before this time. */
  page: query<AuditRow>(`
    select audit_id, at, command, os_user, actor, summary, details
    from audit
    where audit_id > ?1 and at >= ?3
    order by audit_id
    limit ?2`),
  /** Scans the whole trail; runs rarely. */
  purge: 'delete from audit where at < ?1',
} as const
