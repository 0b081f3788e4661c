/** The weather stations: OpenAPI 3.1 as JSON, open to all, CSV beside JSON, lists of numbers, times, pages with links. */
import { Type } from '@sinclair/typebox'
import { date, oneOf, timeOf } from '../kinds.ts'
import { type Call, json, Problem, replyWith, required, type Service, stepsOf, valueOf } from '../service.ts'

const hour = 3_600_000
const sensors = ['rain', 'temperature', 'wind'] as const
type Sensor = (typeof sensors)[number]

/** The readings that there are: from the beginning of January to the end of March 2026. */
const [first, last] = [Date.parse('2026-01-01T00:00:00Z'), Date.parse('2026-03-31T23:00:00Z')]

const stations = [
  'Vienna 48.2 16.37',
  'Oslo 59.91 10.75',
  'Quito -0.18 -78.47',
  'Perth -31.95 115.86',
  'Nuuk 64.18 -51.69',
].map((line, at) => {
  const [name = '', latitude, longitude] = line.split(' ')
  return {
    id: `${name}N`.slice(0, 4).toUpperCase(),
    name,
    position: { latitude: Number(latitude), longitude: Number(longitude) },
    sensors: at % 2 === 0 ? sensors : sensors.slice(1),
    since: `199${at}-05-01`,
    closed: at === 4 ? '2026-02-10' : null,
  }
})
type Station = (typeof stations)[number]

const dateTime = Type.String({ format: 'date-time' })
const stationId = { name: 'stationId', in: 'path', kind: Type.String({ pattern: '^[A-Z]{4}$' }) } as const
const parameters = {
  near: {
    name: 'near',
    in: 'query',
    kind: Type.Array(Type.Number({ minimum: -180, maximum: 180 }), { minItems: 2, maxItems: 2 }),
  },
  radiusKm: { name: 'radiusKm', in: 'query', kind: Type.Number({ exclusiveMinimum: 0, maximum: 500 }) },
  from: { name: 'from', in: 'query', kind: dateTime },
  to: { name: 'to', in: 'query', kind: dateTime },
  kind: {
    name: 'kind',
    in: 'query',
    kind: Type.Array(oneOf(...sensors), { uniqueItems: true }),
    isRepeated: true,
  },
  limit: { name: 'limit', in: 'query', kind: Type.Integer({ minimum: 1, maximum: 200 }) },
  cursor: { name: 'cursor', in: 'query', kind: Type.String({ pattern: '^c[0-9]{1,6}$' }) },
  units: { name: 'X-Units', in: 'header', kind: oneOf('imperial', 'metric') },
  precision: { name: 'precision', in: 'cookie', kind: Type.Integer({ minimum: 0, maximum: 3 }) },
  day: { name: 'day', in: 'path', kind: date },
} as const

interface Reading {
  readonly at: string
  readonly kind: Sensor
  readonly value: number | null
}

/** All readings of a station in a time, oldest first. */
function readingsOf(
  { id, sensors: own }: Station,
  from: number,
  to: number,
  wanted: readonly Sensor[],
): readonly Reading[] {
  const readings: Reading[] = []
  for (let time = Math.max(first, Math.ceil(from / hour) * hour); time <= Math.min(to, last); time += hour)
    for (const kind of own.filter((one) => wanted.includes(one))) {
      const value =
        Math.sin(time / hour / 24 + (id.codePointAt(0) ?? 0)) * (kind === 'rain' ? 0 : 17) + kind.length
      readings.push({
        at: new Date(time).toISOString(),
        kind,
        value: (time / hour) % 50 === 7 ? null : value,
      })
    }
  return readings
}

function known(ask: Call): Station {
  const id = valueOf(stationId, ask, 404)
  const station = stations.find((one) => one.id === id)
  if (station === undefined) throw new Problem(404, 'There is no such station.')
  return station
}

/** Whether the client takes this type, as far as it says (RFC 9110, 12.5.1). */
const takes = (type: string, { headers: { accept = '*/*' } }: Call): number => {
  const ranges = accept.split(',').map((range) => range.trim().toLowerCase().split(/ *; */))
  const fitting = [type, type.replace(/\/.*/, '/*'), '*/*']
    .map((name) => ranges.find(([range]) => range === name))
    .find((range) => range !== undefined)
  const weight = fitting?.find((one) => one.startsWith('q='))?.slice(2)
  return fitting === undefined ? 0 : Number(weight ?? 1)
}

function listReadings(ask: Call) {
  const station = known(ask)
  const from = timeOf(required(parameters.from, ask, '2026-03-01T00:00:00Z'))
  const to = timeOf(valueOf(parameters.to, ask) ?? new Date(last).toISOString())
  const wanted = valueOf(parameters.kind, ask) ?? sensors
  const limit = valueOf(parameters.limit, ask) ?? 24
  const start = Number(valueOf(parameters.cursor, ask)?.slice(1) ?? 0)
  const factor = valueOf(parameters.units, ask) === 'imperial' ? 1.8 : 1
  const digits = valueOf(parameters.precision, ask) ?? 1
  const all = readingsOf(station, from, to, wanted)
  const readings = all.slice(start, start + limit).map(({ at, kind, value }) => ({
    at,
    kind,
    value: value === null ? null : Number((value * factor).toFixed(digits)),
  }))
  const next = start + limit < all.length ? `c${start + limit}` : null
  const fields = [
    ['Vary', 'Accept, Cookie, X-Units'],
    ['X-Result-Count', String(readings.length)],
  ] as const
  const [asJson, asCsv] = [takes('application/json', ask), takes('text/csv', ask)]
  if (asJson === 0 && asCsv === 0) throw new Problem(406, 'There is JSON and CSV.')
  if (asJson >= asCsv) return json(200, { readings, next }, fields)
  const lines = readings.map(({ at, kind, value }) => `${at},${kind},${value ?? ''}\r\n`)
  return replyWith(200, 'text/csv; charset=utf-8', `at,kind,value\r\n${lines.join('')}`, fields)
}

function nearby([latitude, longitude]: readonly number[], radiusKm: number): readonly Station[] {
  return stations.filter(({ position }) => {
    const [north, east] = [position.latitude - (latitude ?? 0), position.longitude - (longitude ?? 0)]
    return Math.hypot(north, east * Math.cos(position.latitude / 57.3)) * 111.2 <= radiusKm
  })
}

const start = () =>
  stepsOf({
    problem: (status, message) => json(status, { error: message }),
    success: (reply) => ({ ...reply, fields: [...reply.fields, ['Cache-Control', 'max-age=60']] }),
    'GET /stations': (ask) => {
      const [near, radiusKm] = [valueOf(parameters.near, ask), valueOf(parameters.radiusKm, ask) ?? 100]
      return json(200, near === undefined ? stations : nearby(near, radiusKm))
    },
    'GET /stations/{stationId}': (ask) => json(200, known(ask)),
    'GET /stations/{stationId}/readings': listReadings,
    'GET /stations/{stationId}/days/{day}': (ask) => {
      const station = known(ask)
      const day = valueOf(parameters.day, ask) ?? '2026-03-01'
      const from = timeOf(`${day}T00:00:00Z`)
      const values = readingsOf(station, from, from + 23 * hour, sensors).flatMap(({ value }) => value ?? [])
      if (values.length === 0) return json(200, { type: 'gap', day })
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length
      return json(200, { type: 'summary', day, mean, readings: values.length })
    },
  })

export const weatherStations: Service = {
  name: 'weather',
  document: new URL('openapi.json', import.meta.url),
  world: new URL('world.json', import.meta.url),
  prefix: '/api/v2',
  start,
}
