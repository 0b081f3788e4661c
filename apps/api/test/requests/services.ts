/** The services that the rows are sent to, one for each set of settings in the table, and the words of the table. */
import { patienceMs, sendRaw, type Service, startService, valuesOf, type World } from '@plant-store/testkit'
import { fillWords, type Words, wordsOf } from '@plant-store/testkit/rows'

/** Where rows are sent, and what their responses are checked by. */
export interface Context {
  readonly world: World
  readonly words: Words
  readonly port: number
}

/** Services over one world. */
interface Services {
  /** The context of the service with these settings, which is started when first needed. */
  withSettings(settings: Readonly<Record<string, number>>): Promise<Context>
  stopAll(): Promise<void>
}

/** The caller stops all services, once, whatever happened. */
export function createServices(world: World): Services {
  const services: Promise<Service>[] = []
  const known = new Map<string, Promise<Context>>()

  const start = async (settings: Readonly<Record<string, number>>): Promise<Context> => {
    // Over PostgreSQL, on a busy machine, a response may take long.
    const patient = { database: world.database, databaseTimeoutMs: patienceMs }
    const starting = startService({ settings: { ...patient, ...settings } })
    services.push(starting)
    const { port } = await starting
    return { world, words: await collectWords(world, port), port }
  }
  return {
    withSettings: (settings) => {
      const key = JSON.stringify(settings)
      const context = known.get(key) ?? start(settings)
      known.set(key, context)
      return context
    },
    stopAll: async () => {
      for (const starting of await Promise.allSettled(services)) {
        await (starting.status === 'fulfilled' ? starting.value.stop() : undefined)
      }
    },
  }
}

/** Asks the service for the ETags, each without the prefix of a weak one. */
async function collectWords(world: World, port: number): Promise<Words> {
  const tags: Record<string, string> = {}
  for (const [name, { token }] of Object.entries(world.users)) {
    const bytes = `GET /plants HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n\r\n`
    const { responses } = await sendRaw({ port, bytes })
    const [tag = '"the service sends no ETag"'] = responses.flatMap((each) => valuesOf(each, 'ETag'))
    tags[name] = tag.replace(/^W\//, '')
  }
  return new Map([['host', `127.0.0.1:${port}`], ['CRLF', '\r\n'], ...wordsOf(world, tags)])
}

/** The text with its words filled in. Throws on an unknown word. */
export const fill = (text: string, words: Words): string =>
  fillWords(text, words, (word) => {
    throw new Error(`requests.yaml: nothing is known as {${word}}`)
  })
