/** The SQL of every request: any number of tokens, each with a page of its user's list, in one statement. */
import { escapeLiteral } from 'pg'
import type { Plant } from '@plant-store/contracts'
import type { SqlValue } from './connection.ts'

/** A token, and the page of its list that is wanted. */
export interface ListQuestion {
  /** The hash of the token. */
  readonly hash: string
  readonly page?: PageQuestion | undefined
  /** When the request that asks began to wait, by `performance.now()`; by default now. */
  readonly since?: number
}

interface PageQuestion {
  /** The id of the plant that the page begins after, or 0. */
  readonly after: number
  readonly limit: number
  /** Leaves the page out if the list has this revision (with `isKnown`), or any other (without). */
  readonly revision?: string | undefined
  readonly isKnown?: boolean
}

/** What the database knows of a token and its user; times in milliseconds since 1970. */
export interface Credential {
  readonly tokenId: number
  readonly userId: number
  readonly user: string
  readonly expiresAt: number | null
  readonly revokedAt: number | null
  /** Since when the user has been disabled. */
  readonly disabledAt: number | null
  /** Identifies the state of the user's list. */
  readonly revision: string
}

/** An undefined answer: the token is unknown. No page: it was left out, or the token is not accepted. */
export interface ListAnswer extends Credential {
  readonly page: { readonly plants: readonly Plant[]; readonly last: number | undefined } | undefined
}

/**
 * Everything is of one moment. The first statement opens the lists of these tokens, and no others, to the second: with
 * row security, even a query without a condition sees no more.
 */
export function listsSql(questions: readonly ListQuestion[], now: number): string {
  const hashes = questions.map(({ hash }) => hash).join(',')
  const rows = questions.map(({ hash, page }, index) => {
    const { after = 0, limit = 'null', revision, isKnown = false } = page ?? {}
    const wanted = revision === undefined ? 'null' : escapeLiteral(revision)
    return `(${index}, ${escapeLiteral(hash)}, ${after}::bigint, ${limit}::bigint, ${wanted}, ${isKnown})`
  })
  return `
    select set_config('plant_store.tokens', ${escapeLiteral(hashes)}, true);
    select asked.index, t.token_id, t.expires_at, t.revoked_at, u.user_id, u.name, u.disabled_at, state.revision,
      case when asked.size is not null
        and (asked.revision is null or (asked.revision = state.revision) <> asked.is_known)
        and t.revoked_at is null and u.disabled_at is null and (t.expires_at is null or t.expires_at > ${now})
      then (
        select coalesce(json_agg(json_build_array(page.plant_id, page.name, page.tag) order by page.plant_id), '[]')::text
        from (
          select a.plant_id, a.name, a.tag
          from plant_access a
          where a.user_id = u.user_id and a.plant_id > asked.after
          order by a.plant_id
          limit asked.size) page)
      end
    from (values ${rows.join(', ')}) asked (index, hash, after, size, revision, is_known)
    join token t on t.hash = asked.hash
    join users u on u.user_id = t.user_id
    join generation g on g.one = 1
    cross join lateral (select g.value || '-' || u.user_id || '-' || u.revision as revision) state`
}

type AnswerRow = [
  index: number,
  tokenId: number,
  expiresAt: number | null,
  revokedAt: number | null,
  userId: number,
  user: string,
  disabledAt: number | null,
  revision: string,
  page: string | null,
]

/** Turns the rows of `listsSql` into answers, in the order of the questions. */
export function toListAnswers(
  rows: readonly (readonly SqlValue[])[],
  count: number,
): readonly (ListAnswer | undefined)[] {
  const answers = Array.from<ListAnswer | undefined>({ length: count })
  for (const row of rows) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the columns have types
    const typed = row as unknown as AnswerRow
    const [index, tokenId, expiresAt, revokedAt, userId, user, disabledAt, revision, page] = typed
    answers[index] = {
      tokenId,
      expiresAt,
      revokedAt,
      userId,
      user,
      disabledAt,
      revision,
      page: page === null ? undefined : toPage(page),
    }
  }
  return answers
}

function toPage(text: string): ListAnswer['page'] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is what `listsSql` makes
  const rows = JSON.parse(text) as [id: number, name: string, tag: string | null][]
  return {
    plants: rows.map(([, name, tag]) => (tag === null ? { name } : { name, tag })),
    last: rows.at(-1)?.[0],
  }
}
