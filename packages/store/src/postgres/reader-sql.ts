/** The SQL of every request: any number of tokens, each with a page of its user's list, in one statement. */
import { escapeLiteral } from 'pg'
import { type ListedRow, memberColumns } from '../plant-members.ts'
import { maxPageLength, toPage } from '../reading/pages.ts'
import type { Page } from '../store.ts'
import type { Database } from './open-database.ts'

/** A token, and the page of its list that is wanted. */
export interface ListQuestion {
  /** The hash of the token. */
  readonly hash: string
  readonly page?: PageQuestion | undefined
  /** When the request that asks began to wait, by `performance.now()`; by default now. */
  readonly since?: number | undefined
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

/** An undefined result: the token is unknown. No page: it was left out, or the token is not accepted. */
export interface ListResult extends Credential {
  readonly page: Omit<Page, 'revision'> | undefined
}

/** What a plant has here beyond what it has in a response, or less: its id, and no names of members. */
const idLength = 20

/**
 * Everything is of one moment. The first statement opens the lists of these tokens, and no others, to the second: with
 * row security, even a query without a condition sees no more.
 */
function listsSql(questions: readonly ListQuestion[], now: number): string {
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
        select case when length(whole.text) <= ${maxPageLength} + ${idLength} * whole.plants then whole.text
          else greatest(1, whole.plants * ${maxPageLength} / length(whole.text))::text end
        from (
          select count(*), coalesce(json_agg(json_build_array(page.plant_id, ${memberColumns('page')}) order by page.plant_id), '[]')::text
          from (
            select a.plant_id, ${memberColumns('a')}
            from plant_access a
            where a.user_id = u.user_id and a.plant_id > asked.after
            order by a.plant_id
            limit asked.size) page) whole (plants, text))
      end
    from (values ${rows.join(', ')}) asked (index, hash, after, size, revision, is_known)
    join token t on t.hash = asked.hash
    join users u on u.user_id = t.user_id
    join generation g on g.one = 1
    cross join lateral (select g.value || '-' || u.user_id || '-' || u.revision as revision) state`
}

type ListRow = [
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

/** Asks, and asks again for fewer plants where the text of a page would be too long to hold. */
export async function askLists(
  database: Pick<Database, 'ask'>,
  questions: readonly ListQuestion[],
  now: number,
  limitMs: number,
): Promise<readonly (ListResult | undefined)[]> {
  const [, rows = []] = await database.ask(listsSql(questions, now), limitMs)
  const results = Array.from<ListResult | undefined>({ length: questions.length })
  const shorter = new Map<number, ListQuestion>()
  for (const row of rows) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the columns have types
    const typed = row as unknown as ListRow
    const [index, tokenId, expiresAt, revokedAt, userId, user, disabledAt, revision, text] = typed
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is what the statement makes
    const came = text === null ? undefined : (JSON.parse(text) as ListedRow[] | number)
    const page = typeof came === 'object' ? toPage(came) : undefined
    results[index] = { tokenId, expiresAt, revokedAt, userId, user, disabledAt, revision, page }
    const { hash = '', page: asked } = questions[index] ?? {}
    if (typeof came === 'number') shorter.set(index, { hash, page: { after: 0, ...asked, limit: came } })
  }
  if (shorter.size === 0) return results
  const cut = await askLists(database, [...shorter.values()], now, limitMs)
  for (const [nth, index] of [...shorter.keys()].entries()) {
    const { [nth]: result } = cut
    results[index] =
      result?.page === undefined ? result : { ...result, page: { ...result.page, isCut: true } }
  }
  return results
}
