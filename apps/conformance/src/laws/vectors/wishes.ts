/** What callers may say of themselves, and wish for; none of it makes a request right or wrong. */
import type { Field } from '../../exchange.ts'

export const wishes: readonly (readonly Field[])[] = [
  [['Accept', 'application/json']],
  [['Accept', 'text/html,application/xhtml+xml']],
  [['Accept', 'application/xml;q=0.9, */*;q=0.8']],
  [['Accept-Encoding', 'gzip, deflate, br, zstd']],
  [['Accept-Encoding', 'gzip']],
  [['Accept-Encoding', 'identity']],
  [['Accept-Language', 'de']],
  [['Accept-Charset', 'iso-8859-1']],
  [['Origin', 'https://example.org']],
  [['Referer', 'https://example.org/']],
  [['User-Agent', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36']],
  [['User-Agent', 'curl/8.0']],
  [['Cookie', 'session=1; user=ben']],
  [['Cache-Control', 'no-cache']],
  [['Pragma', 'no-cache']],
  [['Prefer', 'return=minimal']],
  [
    ['X-User', 'ben'],
    ['X-Forwarded-User', 'ben'],
    ['X-Admin', 'true'],
  ],
  [
    ['X-Original-URL', '/nothing'],
    ['X-Rewrite-URL', '/nothing'],
  ],
  [
    ['X-Forwarded-For', '127.0.0.1'],
    ['X-Real-IP', '127.0.0.1'],
    ['Forwarded', 'for=127.0.0.1'],
  ],
  [
    ['X-Forwarded-Proto', 'https'],
    ['X-Forwarded-Host', 'example.org'],
  ],
  [['X-HTTP-Method-Override', 'DELETE']],
  [
    ['X-Requested-With', 'XMLHttpRequest'],
    ['Sec-Fetch-Mode', 'cors'],
  ],
  [['X-Debug', '1']],
  [['Content-Type', 'application/xml']],
  [
    ['TE', 'trailers'],
    ['Connection', 'TE'],
  ],
  [['Connection', 'close']],
  [['Connection', 'keep-alive']],
  [
    ['Connection', 'Upgrade'],
    ['Upgrade', 'h2c'],
  ],
  [['Range', 'bytes=0-5']],
  [['Expect', '100-continue']],
  [['Expect', 'a-good-harvest']],
]
