/** Fields that browsers, programs, proxies, gateways and platforms send of their own accord: no list depends on them. */
import type { Field } from '../exchange.ts'

const dates =
  'Sun, 06 Nov 1994 08:49:37 GMT | Sunday, 06-Nov-94 08:49:37 GMT | Sun Nov  6 08:49:37 1994 | Fri, 31 Dec 9999 23:59:59 GMT'

const id = '0af7651916cd43dd8448eb211c80319c'

/** A line for each field, with values between ` | `: one each at a time. A database column may end at 255 characters. */
const table = `
  Accept: application/json | application/json;charset=utf-8 | text/html | */* | image/webp;q=0.5 | text/x-c ; x="a, \\"b"
  Accept-Encoding: gzip | br | zstd ; Q=0.9 | deflate | identity | x-gzip | pack200-gzip | *;q=1.000
  Accept-Language: en | de-CH | zh-Hant-TW;q=0.9 | es-419 | de-CH-1996 | i-klingon | x-any | ar-u-nu-latn | *
  Cache-Control: no-cache | max-age=0 | no-transform | max-stale | min-fresh=5 | x-any="a, b" | private=x
  Forwarded: for=192.0.2.7 | For="[2001:db8::7]:4711" | for=unknown;by=_edge | for="_x";proto=https | host=example.org
  X-Forwarded-For: 192.0.2.7 | 192.0.2.7:4711 | 2001:db8::7 | [2001:db8::7]:4711 | unknown | ::ffff:192.0.2.7
  Via: 1.1 edge | 2 proxy:8080 | HTTP/1.0 x (old) | 1.1 ::1
  User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 | curl/8.0 | node | Java/21.0.1
  User-Agent: Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.1) | WeirdBot/2.0.1-beta+7 (a (b) c) | U%20A a/b c (\\))
  User-Agent: Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html) | kube-probe/1.30
  User-Agent: Mobile/15E148 | x_y.z (\u00E9; "x") | long/1.0 ${'x'.repeat(300)} | \${jndi:ldap://127.0.0.1/a}
  Cookie: sid="1"; user=%zz; limit=1 | _ga=a=b; __Host-x=\u00E9; $Path={} | ${'a=b; '.repeat(60)}c=d
  Cookie: constructor=j:[1]; __proto__=; Authorization=%E4 | a=<script>alert(1)</script> | JSESSIONID=1A2B3C.node9
  Referer: http://localhost/plants?limit=1 | http://[::1]:8080/a%20b | https://example.org/?q=1' or '1'='1 | about:blank
  Origin: null | http://localhost:3000 | https://example.org | moz-extension://5f1c0b52
  Sec-Fetch-Mode: cors | navigate | no-cors | websocket
  Priority: u=0 | u=7,i | i | u=3;x="y" | x=(a;b)
  X-Forwarded-Proto: https | http | https,http | HTTPS | wss
  X-Forwarded-Host: example.org | example.org:443 | [::1]:8080 | a.example,b.example | EXAMPLE.org.
  X-Forwarded-Prefix: /api | / | /api/ | api
  X-Real-IP: 192.0.2.7 | ::1 | fe80::1%25eth0 | 192.0.2.7:4711
  Range: bytes=0- | items=0-1 | 0-1 | bytes=0-0,-1 | lines=1-
  Date: ${dates}
  If-Modified-Since: ${dates}
  Traceparent: ${['00', '01', 'fe'].map((version) => `${version}-${id}-b7ad6b7169203331-00`).join(' | ')}
  Baggage: user=ana | limit=1;p;q=1 | key%20x=value%2C1
  Max-Forwards: 0 | 007
  B3: 0 | 8448eb211c80319c-b7ad6b7169203331-1 | 8448eb211c80319c-b7ad6b7169203331-d
  Idempotency-Key: ${id} | "8448eb21"`

const all = table
  .trim()
  .split(/\n\s*/)
  .flatMap((line) => {
    const [, name = '', values = ''] = /^(\S+): (.*)$/.exec(line) ?? []
    return values.split(' | ').map((value): Field => [name, value])
  })
const byName = [...Map.groupBy(all, ([name]) => name).values()]
const rounds = Math.max(...byName.map(({ length }) => length))

/** Every value is in one of these sets, each of which has every field: those with fewer values begin again. */
export const everyForm: readonly (readonly Field[])[] = Array.from({ length: rounds }, (_, round) =>
  byName.flatMap((own) => own.slice(round % own.length, (round % own.length) + 1)),
)
