/** Fields that browsers, programs and intermediaries send of their own accord: no list depends on them. */
import type { Field } from '../../exchange.ts'

/** Each value as a set of fields of its own. */
export const each = (name: string, ...values: readonly string[]): readonly (readonly Field[])[] =>
  values.map((value) => [[name, value]])

export const clientFields: readonly (readonly Field[])[] = [
  ...each(
    'Accept',
    'application/*',
    'APPLICATION/JSON',
    'application/json;q=0.9',
    'application/json , */* ; q=0.1',
    'application/json, text/plain, */*',
  ),
  ...each('Accept-Encoding', 'gzip;q=0.0', 'br;q=0.000, gzip;q=0', 'GZIP', 'gzip ; q=1.0'),
  [
    ['Accept', 'text/html'],
    ['Accept', 'application/json'],
  ],
  ...each('Accept-Language', ...'ja es zh-CN pt-BR,pt;q=0.9 ar tr *'.split(' ')),
  ...each('Cache-Control', 'only-if-cached', 'no-store', 'max-stale=60', 'min-fresh=60', 'no-transform'),
  ...each('If-Unmodified-Since', 'Thu, 01 Jan 1970 00:00:00 GMT', 'Fri, 31 Dec 2100 00:00:00 GMT'),
  ...each('Expect', '100-Continue'),
  ...each('Max-Forwards', '0', '10'),
  ...each('Prefer', 'respond-async', 'wait=1', 'handling=strict', 'return=representation', 'count=exact'),
  ...each('User-Agent', '', ...agents()),
  ...each('Referer', "https://example.org/?q=1' or '1'='1", 'https://example.org/?q=<script>', 'about:blank'),
  ...each('Cookie', 'a=<script>alert(1)</script>', `${'a=b; '.repeat(60)}c=d`, '__Host-id=1; $Version=1'),
  ...each('Via', '1.1 edge', Array.from({ length: 8 }, (_, at) => `1.1 edge-${at}`).join(', ')),
  ...each(
    'X-Forwarded-For',
    '::1',
    '192.0.2.7:4711',
    '[2001:db8::7]:4711',
    'unknown',
    Array.from({ length: 8 }, (_, at) => `192.0.2.${at}`).join(', '),
  ),
  ...each('X-Forwarded-Proto', 'http'),
  // A list on two lines (RFC 9110, 5.3).
  ...['X-Forwarded-For', 'Via', 'Accept-Language', 'Cache-Control'].map((name): readonly Field[] => [
    [name, 'a=1'],
    [name, 'b=2'],
  ]),
  // Gateways that turn fields into variables treat `_` as `-`.
  [
    ['If_None_Match', '*'],
    ['X_Request_Id', 'another'],
    ['Accept_Encoding', 'br'],
  ],
  ...each('Forwarded', 'for=192.0.2.1;proto=http;host=example.org'),
  ...each('Upgrade-Insecure-Requests', '1'),
  ...['cross-site', 'same-site', 'none'].map((site): readonly Field[] => [
    ['Sec-Fetch-Site', site],
    ['Sec-Fetch-Mode', 'navigate'],
    ['Sec-Fetch-Dest', 'document'],
  ]),
  [
    ['Purpose', 'prefetch'],
    ['Sec-Purpose', 'prefetch;prerender'],
  ],
  [
    ['Origin', 'null'],
    ['Access-Control-Request-Method', 'GET'],
    ['Access-Control-Request-Headers', 'authorization'],
  ],
  ...each('Content-Type', 'application/json', 'multipart/form-data'),
  ...each('Traceparent', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'),
  ...each('Idempotency-Key', '"8e03978e-40d5-43dd-bc93-6894a57f9324"'),
  ...each('Priority', 'u=7, i'),
]

function agents(): readonly string[] {
  return [
    'Go-http-client/1.1',
    'Java/21.0.1',
    'okhttp/4.12.0',
    'axios/1.7.2',
    'node',
    'python-requests/2.32.3',
    'Wget/1.24.5',
    'Scrapy/2.11 (+https://scrapy.org)',
    'libwww-perl/6.77',
    'Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.1)',
    'Mozilla/5.0 (Windows NT 10.0; Trident/7.0; rv:11.0) like Gecko',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36',
    'Dalvik/2.1.0 (Linux; U; Android 13)',
    // Octets beyond ASCII have no meaning (RFC 9110, 5.5); a database column may end at 255 characters.
    'G\u00E4rtner/1.0',
    `long/1.0 ${'x'.repeat(300)}`,
  ]
}

/** Fields that a service may use to look up a cached answer, and so mistake one caller for another. */
export const alike: readonly Field[] = [
  ['X-Request-Id', 'one-for-all'],
  ['User-Agent', 'one-for-all/1'],
  ['If-None-Match', '"one-for-all"'],
  ['Accept', 'application/json'],
  ['Accept-Language', 'de'],
  ['Accept-Encoding', 'identity'],
  ['Cookie', 'session=one-for-all'],
  ['Idempotency-Key', 'one-for-all'],
  ['Traceparent', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00'],
  ['X-Correlation-Id', 'one-for-all'],
  ['X-Session-Id', 'one-for-all'],
  ['X-Forwarded-For', '192.0.2.7'],
  ['Via', '1.1 one-for-all'],
  ['Referer', 'https://example.org/one-for-all'],
  ['Origin', 'https://example.org'],
  ['Range', 'bytes=0-'],
]
