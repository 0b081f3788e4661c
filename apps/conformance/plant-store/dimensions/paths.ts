/** Paths that are nearly the same as an existing one, and texts that mean something to databases, shells and parsers. */
import { words } from './characters.ts'
import { listPlants } from '../contract.ts'
import { type Dimension, query, setting, usual, type Value } from './draft.ts'
import type { Runner } from '../runner.ts'

const { path } = listPlants

export function paths({ knowledge }: Runner): Dimension {
  const members = (knowledge.listOf(0)?.plants ?? [])
    .slice(0, 2)
    .map(({ name }) => encodeURIComponent(name.toWellFormed()))
  const all = [...pathsNear, ...members.map((name) => `${path}/${name}`), ...usualPaths, '/nothing', '*']
  const long = [`${path}${'x'.repeat(7000)}`, `${path}${'/x'.repeat(3000)}`]
  return {
    name: 'path',
    values: [usual, ...[...all, ...long].map((other) => setting({ path: other }))],
  }
}

const behind = words(`
  / // /1 /. /.. /* /index.html .json .xml .html .txt .csv .png .svg .js .css .map .php . ; ;x=1 : , %00 %20 %2F %3Flimit=1
  %0A %0D%0A + ~ x s -1 ' " % %C3%A9 \\ $ @ ! (1) =1 &limit=1 :list ;jsessionid=1 ..;/ %C0%80 %FF /count /search /all /new
  /me /export`)
const before = words(`
  / // /. /./ /.. /../ /%2e /%2F /\\ /v1 /v2 /api /api/v1 /%20 /; /x/.. /static /public /en /pt-BR /v3 /rest /index.php`)

/** Everything that routers, proxies and file systems take for the same path. */
const pathsNear: readonly string[] = [
  ...behind.map((text) => `${path}${text}`),
  ...before.map((text) => `${text}${path}`),
  ...words('/PLANTS /Plants /plantS /plant /plants/plants /plants/../plants'),
  // Each character percent-encoded, with hex digits in upper and in lower case.
  ...Array.from(path, (letter, at) => {
    const code = (letter.codePointAt(0) ?? 0).toString(16)
    return [code, code.toUpperCase()].map((hex) => `${path.slice(0, at)}%${hex}${path.slice(at + 1)}`)
  }).flat(),
  // Letters of other scripts that look alike, or that some services equate.
  ...words('/plаnts /plantſ /ｐlants /plaｎts /planｔs /pⅼants').map((text) => encodeURI(text)),
  '/',
]

/** Other paths that services often have. */
const usualPaths: readonly string[] = words(`
  /openapi.yaml /openapi.json /docs /swagger /swagger-ui.html /redoc /metrics /health /healthz /livez /readyz /status
  /version /info /debug/pprof/ /actuator /admin /login /token /graphql /favicon.ico /robots.txt /.env /.git/config
  /.well-known/openid-configuration /.well-known/oauth-protected-resource /.well-known/security.txt /actuator/health
  /api-docs /v3/api-docs /swagger.json /openapi /ping /ready /live /health/live /server-status /trace /debug /console
  /oauth/token /me /sitemap.xml /manifest.json /package.json
  /index.html /users /animals /__proto__ /constructor /etc/passwd`)

const texts: readonly string[] = [
  "1'--",
  '1 OR 1=1',
  '1;DROP TABLE plants',
  '1 UNION SELECT 1',
  ...words(
    `' " \` \\ \${1} {{1}} $(id) |id <script> ../../etc/passwd %s%n __proto__ constructor toString {"$gt":0}`,
  ),
  '[object Object]',
  '\u0000',
  '\uFFFF',
  '\u{1F335}',
  // A path is not that long.
  'A'.repeat(2000),
  '9'.repeat(5000),
  '((((((((((((((((((((a)+)+)+)+',
  '\r\nX: y',
]

const encoded = texts.map((text) => encodeURIComponent(text))
const filler = (length: number): Value => query(`x=${'A'.repeat(length - path.length - 3)}`)

/** Texts that mean something to databases, shells, templates and parsers, and targets of the maximum length or more. */
export const poisons: Dimension = {
  name: 'hostile text',
  values: [
    usual,
    ...encoded.flatMap((text) => [query(`${text}=1`), query(`limit=${text}`)]),
    ...encoded.slice(0, -4).map((text) => setting({ path: `${path}/${text}` })),
    ...texts
      .filter((text) => /^[!-~ ]+$/.test(text))
      .map((text) => setting({ credentials: () => [`Bearer ${text}`] })),
    filler(8000),
    filler(12_000),
    query('a&'.repeat(3900).slice(0, -1), 'limit=1'),
  ],
}
