/** Strings of the formats that OpenAPI and JSON Schema name, and strings that only look alike. */

interface Format {
  readonly right: readonly string[]
  readonly wrong: readonly string[]
}

const format = (right: readonly string[], wrong: readonly string[] = []): Format => ({ right, wrong })

const uris = ['https://example.com/a?b=c', 'urn:isbn:0451450523', 'http://[2001:db8::1]:8080/#part'] as const

export const formats: Readonly<Record<string, Format>> = {
  date: format(
    ['2026-01-31', '2024-02-29', '1970-01-01'],
    ['2025-02-29', '2026-13-01', '31/01/2026', 'today'],
  ),
  'date-time': format(
    ['2026-01-31T12:00:00Z', '2024-02-29T23:59:59.999Z', '2026-07-01T00:00:00+02:00'],
    ['2026-01-31', '2026-01-31T25:00:00Z', '2026-02-30T12:00:00Z', 'now'],
  ),
  time: format(['12:00:00Z', '23:59:59.5+02:00'], ['25:00:00Z', 'noon']),
  duration: format(['P1D', 'PT1H30M', 'P1Y2M3DT4H'], ['1 day', 'P', 'PT']),
  email: format(['user@example.com', 'first.last+tag@sub.example.org'], ['user', '@example.com', 'user@']),
  hostname: format(['example.com', 'localhost', 'xn--bcher-kva.example'], ['-a.example', 'a b', 'a..b']),
  ipv4: format(['192.0.2.1', '255.255.255.255'], ['256.0.0.1', '192.0.2', '::1']),
  ipv6: format(['2001:db8::1', '::', '::ffff:192.0.2.1'], ['2001:db8::1::2', '192.0.2.1', 'g::']),
  uri: format(uris, ['/a/b', 'not a uri', 'example']),
  'uri-reference': format(['/a/b?c=d', '../e', ...uris], ['a b', String.raw`\\a`]),
  uuid: format(
    ['123e4567-e89b-42d3-a456-426614174000', '00000000-0000-0000-0000-000000000000'],
    ['123e4567-e89b-42d3-a456', '123e4567-e89b-42d3-a456-42661417400g', 'uuid'],
  ),
  regex: format(['^[a-z]+$', 'a|b'], ['[', '(']),
  byte: format(['dGV4dA==', 'AA==', 'AP8Q'], ['dGV4dA=', '****']),
}
