/** Serves plants with Express, express-jwt and express-validator. */
import { readFileSync } from 'node:fs'
import express from 'express'
import { expressjwt } from 'express-jwt'
import { matchedData, query, validationResult } from 'express-validator'

const [file, port] = process.argv.slice(2)
const { secret, users } = JSON.parse(readFileSync(file, 'utf8'))
const plantsOf = new Map(users.map(({ name, plants }) => [name, plants]))

const app = express()

app.get(
  '/plants',
  expressjwt({
    secret,
    algorithms: ['HS256'],
    isRevoked: (_request, token) => !plantsOf.has(token?.payload.sub),
  }),
  query('limit').optional().isInt({ min: 0 }).toInt(),
  (request, response) => {
    const result = validationResult(request)
    if (!result.isEmpty()) {
      const [{ msg, path }] = result.array()
      response.status(400).json({ error: 400, message: `${path}: ${msg}` })
      return
    }
    const { limit } = matchedData(request)
    response.json(plantsOf.get(request.auth.sub).slice(0, limit))
  },
)

app.use((_request, response) => {
  response.status(404).json({ error: 404, message: 'Not found' })
})

// Express recognises an error handler by its four parameters.
app.use((error, _request, response, next) => {
  if (response.headersSent) {
    next(error)
    return
  }
  const status = error.status ?? 500
  response.status(status).json({ error: status, message: error.message })
})

const server = app.listen(Number(port), '127.0.0.1', () => {
  process.stdout.write(`Express listens on http://127.0.0.1:${server.address().port}\n`)
})
