/** Serves plants with Hono, its JWT middleware and its zod validator. */
import { readFileSync } from 'node:fs'
import { serve } from '@hono/node-server'
import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { jwt } from 'hono/jwt'
import * as z from 'zod'

const [file, port] = process.argv.slice(2)
const { secret, users } = JSON.parse(readFileSync(file, 'utf8'))
const plantsOf = new Map(users.map(({ name, plants }) => [name, plants]))

const app = new Hono()

app.use('/plants', jwt({ secret, alg: 'HS256' }))

const query = z.object({ limit: z.coerce.number().int().min(0).optional() })

app.get(
  '/plants',
  zValidator('query', query, (result) => {
    if (!result.success) throw new HTTPException(400, { message: z.prettifyError(result.error) })
  }),
  (context) => {
    const { sub } = context.get('jwtPayload')
    const plants = plantsOf.get(sub)
    if (plants === undefined) throw new HTTPException(401, { message: 'Unknown user' })
    const { limit } = context.req.valid('query')
    return context.json(plants.slice(0, limit))
  },
)

app.notFound((context) => context.json({ error: 404, message: 'Not found' }, 404))

app.onError((error, context) => {
  const status = error instanceof HTTPException ? error.status : 500
  return context.json({ error: status, message: error.message || 'Unauthorized' }, status)
})

serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(port) }, (info) => {
  process.stdout.write(`Hono listens on http://127.0.0.1:${info.port}\n`)
})
