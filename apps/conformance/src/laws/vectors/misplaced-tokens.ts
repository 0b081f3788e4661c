/** Tokens where none counts: in the query, in the address, in the content, in other headers, and twice. */
import type { Liberties } from '../request.ts'
import type { Token } from '../secrets.ts'

/** A request in which a token stands where it does not belong. */
export type Misplaced = Liberties & { readonly target: string }

/** Without a token, one that nobody has takes its place. */
export function misplacedTokens(
  first: Token | undefined,
  second: Token | undefined,
  path: string,
): readonly Misplaced[] {
  const token = first?.mark ?? 'nobody-has-this-one'
  const other = second?.mark ?? 'nobody-has-this-one'
  return [...elsewhere(token, path), ...inQuery(token, other, path), ...twice(token, other, path)]
}

function elsewhere(token: string, target: string): readonly Misplaced[] {
  const form = ['Content-Type', 'application/x-www-form-urlencoded'] as const
  const json = ['Content-Type', 'application/json'] as const
  return [
    { target, fields: [['Cookie', `access_token=${token}; token=${token}; Authorization=Bearer ${token}`]] },
    { target, fields: [['Proxy-Authorization', `Bearer ${token}`]] },
    { target, fields: [['X-Authorization', `Bearer ${token}`]] },
    {
      target,
      fields: [
        ['X-Access-Token', token],
        ['X-Api-Key', token],
        ['X-Auth-Token', token],
      ],
    },
    {
      target,
      fields: [
        ['X-Forwarded-User', 'ana'],
        ['X-User', 'ana'],
        ['From', 'ana'],
      ],
    },
    {
      target,
      fields: [
        ['X-Forwarded-For', '127.0.0.1'],
        ['Forwarded', 'for=127.0.0.1'],
      ],
    },
    { target, fields: [form], body: `access_token=${token}` },
    { target, fields: [json], body: `{"access_token":"${token}"}` },
    { target: `${target}?token=${token}` },
    { target: `${target}?authorization=Bearer%20${token}` },
    { target: `${target}?ACCESS_TOKEN=${token}` },
    { target: `${target}?bearer=${token}&api_key=${token}` },
    { target: `http://${token}@plants.example${target}` },
    { target: `http://bearer:${token}@plants.example${target}` },
  ]
}

function inQuery(token: string, other: string, path: string): readonly Misplaced[] {
  return [
    { target: `${path}?access_token=${token}` },
    { target: `${path}?access_token=${token}`, token },
    { target: `${path}?access_token=${other}`, token },
    { target: `${path}?access_token=x`, token },
    { target: `${path}?access_token=`, token },
    { target: `${path}?access_token`, token },
    { target: `${path}?other=1&access_token=${token}`, token },
    { target: `${path}?access%5Ftoken=${token}`, token },
    { target: `${path}?access_token=${token}&access_token=${token}` },
  ]
}

function twice(token: string, other: string, target: string): readonly Misplaced[] {
  const lines = (...values: readonly string[]): Misplaced => ({
    target,
    fields: values.map((value, index) => [index === 1 ? 'authorization' : 'Authorization', value]),
  })
  return [
    lines(`Bearer ${token}`, `Bearer ${token}`),
    lines(`Bearer ${token}`, `Bearer ${other}`),
    lines(`Bearer ${other}`, `Bearer ${token}`),
    lines('Bearer x', `Bearer ${token}`),
    lines(`Bearer ${token}`, 'Bearer x'),
    lines(`Bearer ${token}`, 'Basic YW5hOnNlY3JldA=='),
    lines('Basic YW5hOnNlY3JldA==', `Bearer ${token}`),
    lines(`Bearer ${token}`, ''),
    lines('', `Bearer ${token}`),
    lines(`Bearer ${token}`, 'x', `Bearer ${token}`),
  ]
}
