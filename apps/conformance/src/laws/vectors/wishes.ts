/** What callers may say of themselves, and wish for; none of it makes a request right or wrong. */
import type { Field } from '../../exchange.ts'

export const wishes: readonly (readonly Field[])[] = [
  [['Accept', 'application/json']],
  [['Accept', 'text/html,application/xhtml+xml']],
  [['Accept', 'application/xml;q=0.9, */*;q=0.8']],
  ...[
    'text/html',
    'text/plain',
    'text/csv',
    'text/event-stream',
    'application/xml',
    'application/yaml',
    'application/x-ndjson',
    'application/problem+json',
    'application/hal+json',
    'application/vnd.plant-store.v2+json',
    'application/json; version=2; charset=utf-16',
    'application/json;q=0',
    'image/*',
  ].map((type): readonly Field[] => [['Accept', type]]),
  [['Accept-Encoding', 'gzip, deflate, br, zstd']],
  [['Accept-Encoding', 'gzip']],
  ...['deflate', 'br', 'zstd', 'compress', 'identity', 'gzip;q=0', '*;q=0, identity', '*'].map(
    (codings): readonly Field[] => [['Accept-Encoding', codings]],
  ),
  [['Accept-Language', 'de']],
  [['Accept-Language', 'fr-CH, fr;q=0.9, en;q=0.8']],
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
  ...['bytes=0-5', 'bytes=-5', 'bytes=1-2,4-5', 'bytes=99999999-'].map((range): readonly Field[] => [
    ['Range', range],
  ]),
  [
    ['Range', 'bytes=0-5'],
    ['If-Range', 'Fri, 31 Dec 2100 00:00:00 GMT'],
  ],
  [['Expect', '100-continue']],
  [['Expect', 'a-good-harvest']],
]
