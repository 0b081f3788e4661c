/** OPTIONS is answered if and only if Allow names it. */
import { fieldValue, valuesOf } from '@plant-store/raw-http'
import { type Difference, type First, FirstOnes, type Relation, type Seen } from './relation.ts'

export function allowNamesOptions(): Relation {
  const first = new FirstOnes()
  return {
    rule: 'allow-names-methods',
    see: (seen) => {
      if (!tellsMethods(seen)) return undefined
      const { sent, answer } = seen
      const [answers, isNamed] = [isAnswered(seen), namesOptions(answer)]
      const [path = ''] = sent.request.target.split('?')
      const known = first.meet(path, String(answers ?? isNamed), sent)
      const before = known && known.text === 'true'
      // An answer to OPTIONS need not carry Allow; a 405 does.
      const [isSeen, isDue] = [isNamed ?? before, answers ?? before]
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

const earlierOf = (known: First | undefined): Pick<Difference, 'earlier'> =>
  known === undefined ? {} : { earlier: known.sent }

const tellsMethods = ({ sent: { request }, answer, analysis }: Seen): boolean =>
  !analysis.isOpen &&
  analysis.allowed.length > 0 &&
  (answer.status === 405
    ? namesOptions(answer) !== undefined
    : request.method === 'OPTIONS' && answer.status < 300)

function namesOptions(answer: Seen['answer']): boolean | undefined {
  const allow = fieldValue(answer, 'Allow')
  return allow === undefined ? undefined : /(?:^|[\t ,])OPTIONS(?:[\t ,]|$)/.test(allow)
}

/** Whether OPTIONS is answered. Undefined for other methods, and where a service may answer only CORS preflights. */
function isAnswered({ sent: { request }, answer }: Seen): boolean | undefined {
  if (request.method !== 'OPTIONS') return undefined
  const isPreflight = valuesOf(request, 'Access-Control-Request-Method').length > 0
  return answer.status < 300 || isPreflight ? answer.status < 300 : undefined
}
