/** OPTIONS is answered if and only if Allow names it. */
import { fieldValue, valuesOf } from '@plant-store/raw-http'
import { Memory } from '../../src/run/memory.ts'
import { type First, meet, type Relation, type Seen } from '../../src/sessions/relations/relation.ts'

export function allowNamesOptions(): Relation {
  const first = new Memory<First>()
  return {
    rule: 'allow-names-methods',
    see: (seen) => {
      if (!tellsMethods(seen)) return undefined
      const { sent, response } = seen
      const [responses, isNamed] = [hasResponse(seen), namesOptions(response)]
      const [key = ''] = sent.request.target.split('?')
      const known = meet(first, { key, text: String(responses ?? isNamed) }, sent)
      const before = known && known.text === 'true'
      // A response to OPTIONS need not carry Allow; a 405 does.
      const [isSeen, isDue] = [isNamed ?? before, responses ?? before]
      if (isSeen === undefined || isDue === undefined) return undefined
      if (isSeen === isDue) return 'kept'
      return {
        came: isSeen ? 'OPTIONS in Allow' : 'no OPTIONS in Allow',
        due: isDue ? 'OPTIONS, since it is answered' : 'no OPTIONS, since it is not answered',
        ...earlierOf(known),
      }
    },
  }
}

const earlierOf = (known: First | undefined) => (known === undefined ? {} : { earlier: known.sent })

const tellsMethods = ({ sent: { request }, response, analysis }: Seen): boolean =>
  !analysis.isOpen &&
  analysis.allowed.length > 0 &&
  (response.status === 405
    ? namesOptions(response) !== undefined
    : request.method === 'OPTIONS' && response.status < 300)

function namesOptions(response: Seen['response']): boolean | undefined {
  const allow = fieldValue(response, 'Allow')
  return allow === undefined ? undefined : /(?:^|[\t ,])OPTIONS(?:[\t ,]|$)/.test(allow)
}

/** Whether OPTIONS is answered. Undefined for other methods, and where a service may answer only CORS preflights. */
function hasResponse({ sent: { request }, response }: Seen): boolean | undefined {
  if (request.method !== 'OPTIONS') return undefined
  const isPreflight = valuesOf(request, 'Access-Control-Request-Method').length > 0
  return response.status < 300 || isPreflight ? response.status < 300 : undefined
}
