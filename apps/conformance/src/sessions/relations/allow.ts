/** OPTIONS is answered if and only if Allow names it. */
import { fieldValue, valuesOf } from '@plant-store/raw-http'
import { FirstOnes, type Relation, type Seen } from './relation.ts'

export function allowNamesOptions(): Relation {
  const first = new FirstOnes()
  return {
    rule: 'allow-names-methods',
    see: (seen) => {
      const said = whatIsSaid(seen)
      if (said === undefined) return undefined
      const { answers, isNamed, path } = said
      const known = first.meet(path, String(answers ?? isNamed), seen.sent)
      const before = known && known.text === 'true'
      const isDue = answers ?? before
      // An answer to OPTIONS need not carry Allow; a 405 does.
      const isSeen = isNamed ?? before
      if (isSeen === undefined || isDue === undefined) return undefined
      if (isSeen === isDue) return 'kept'
      return {
        came: isSeen ? 'OPTIONS in Allow' : 'no OPTIONS in Allow',
        due: isDue ? 'OPTIONS, since it is answered' : 'no OPTIONS, since it is not answered',
        ...(known !== undefined && { earlier: known.sent }),
      }
    },
  }
}

interface Said {
  readonly path: string
  /** Whether Allow names OPTIONS; undefined where there is no Allow. */
  readonly isNamed: boolean | undefined
  /** Whether OPTIONS is answered. Undefined for other methods, and where a service may answer only CORS preflights. */
  readonly answers: boolean | undefined
}

/** Undefined where an answer says nothing about the available methods. */
function whatIsSaid({ sent: { request }, answer, analysis }: Seen): Said | undefined {
  const allow = fieldValue(answer, 'Allow')
  const isOptions = request.method === 'OPTIONS'
  const isAnswered = isOptions && answer.status < 300
  const isSaid = isAnswered || (answer.status === 405 && allow !== undefined)
  if (analysis.isOpen || analysis.allowed.length === 0 || !isSaid) return undefined
  const [path = ''] = request.target.split('?')
  const isNamed = allow === undefined ? undefined : /(?:^|[\t ,])OPTIONS(?:[\t ,]|$)/.test(allow)
  const isPreflight = isOptions && valuesOf(request, 'Access-Control-Request-Method').length > 0
  return { path, isNamed, answers: isAnswered || isPreflight ? isAnswered : undefined }
}
