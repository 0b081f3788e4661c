/** Paths that are nearly the same as an existing one. */
import * as fc from 'fast-check'
import { anyOf, words } from '../generate/characters.ts'

const behind = words(`
  / // /1 /. /.. /* /index.html .json .xml .html .txt .csv .png .svg .js .css .map .php . ; ;x=1 : , %00 %20 %2F %3Flimit=1
  %0A %0D%0A + ~ x s -1 ' " % %C3%A9 \\ $ @ ! (1) =1 &limit=1 :list ;jsessionid=1 ..;/ %C0%80 %FF /count /search /all /new
  /me /export`)
const before = words(`
  / // /. /./ /.. /../ /%2e /%2F /\\ /v1 /v2 /api /api/v1 /%20 /; /x/.. /static /public /en /pt-BR /v3 /rest /index.php`)

/** Everything that routers, proxies and file systems take for the same path. */
export function pathsNear(path: string): readonly string[] {
  const last = path.slice(path.lastIndexOf('/') + 1)
  const places = Array.from({ length: path.length }, (_, at) => at)
  return [
    ...behind.map((text) => `${path}${text}`),
    ...before.map((text) => `${text}${path}`),
    path.toUpperCase(),
    `/${last.charAt(0).toUpperCase()}${last.slice(1)}`,
    `${path.slice(0, -1)}${path.slice(-1).toUpperCase()}`,
    ...places.flatMap((at) => coded(path, at)),
    ...otherLetters(path),
    path.slice(0, -1),
    `${path}${path}`,
    `${path}/../${last}`,
    '/',
  ]
}

/** Letters of other scripts that look alike, or that some services equate, percent-encoded as UTF-8. */
const otherLetters = (path: string): readonly string[] =>
  Object.entries({ a: 'а', s: 'ſ', p: 'ｐ', n: 'ｎ', t: 'ｔ', l: 'ⅼ' })
    .filter(([letter]) => path.includes(letter))
    .map(([letter, other]) => path.replace(letter, encodeURIComponent(other)))

/** Percent-encodes the character at this place, with hex digits in upper and in lower case. */
function coded(path: string, at: number): readonly string[] {
  const code = (path.codePointAt(at) ?? 0).toString(16)
  return [code, code.toUpperCase()].map((hex) => `${path.slice(0, at)}%${hex}${path.slice(at + 1)}`)
}

/** Other paths that services often have. */
export const usualPaths: readonly string[] = words(`
  /openapi.yaml /openapi.json /docs /swagger /swagger-ui.html /redoc /metrics /health /healthz /livez /readyz /status
  /version /info /debug/pprof/ /actuator /admin /login /token /graphql /favicon.ico /robots.txt /.env /.git/config
  /.well-known/openid-configuration /.well-known/oauth-protected-resource /.well-known/security.txt /actuator/health
  /api-docs /v3/api-docs /swagger.json /openapi /ping /ready /live /health/live /server-status /trace /debug /console
  /oauth/token /me /sitemap.xml /manifest.json /package.json
  /index.html /users /animals /__proto__ /constructor /etc/passwd`)

const character = anyOf('abcdefghijklmnopqrstuvwxyzABCZ0129-._~!$&()*+,;=:@/%')

/** Random paths, and the path itself with one character added, removed or replaced. */
export function anyPath(path: string): fc.Arbitrary<string> {
  const edited = fc.tuple(fc.nat(path.length), fc.nat(2), character)
  return fc.oneof(
    fc.string({ unit: character, maxLength: 20 }).map((text) => `/${text}`),
    edited.map(([at, kind, letter]) => `/${edit(path, at, kind, letter).replace(/^\//, '')}`),
  )
}

function edit(path: string, at: number, kind: number, letter: string): string {
  const [begin, end] = [path.slice(0, at), path.slice(at)]
  return kind === 0 ? `${begin}${letter}${end}` : `${begin}${kind === 1 ? letter : ''}${end.slice(1)}`
}
