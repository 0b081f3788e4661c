/** OPTIONS is answered if and only if Allow names it. */
import { fieldValue } from '../../http/content.ts'
import { FirstOnes, type Relation, type Seen } from './relation.ts'

export function allowNamesOptions(): Relation {
  const first = new FirstOnes()
  return {
    rule: 'allow-names-methods',
    see: (seen) => {
      const said = whatIsSaid(seen)
      if (said === undefined) return undefined
      const { answers, allow, path } = said
      if (allow === undefined) {
        first.meet(path, String(answers), seen.sent)
        return undefined
      }
      const isNamed = /(?:^|[\t ,])OPTIONS(?:[\t ,]|$)/.test(allow)
      const known = first.meet(path, String(answers ?? isNamed), seen.sent)
      if (known === undefined && answers === undefined) return undefined
      const isDue = answers ?? known?.text === 'true'
      if (isNamed === isDue) return 'kept'
      return {
        came: `Allow: ${allow}`,
        due: isDue ? 'OPTIONS in it, which is answered' : 'no OPTIONS in it, which is not answered',
        ...(known !== undefined && { earlier: known.sent }),
      }
    },
  }
}

interface Said {
  readonly path: string
  readonly allow: string | undefined
  /** Whether OPTIONS is answered; undefined where another method was asked for. */
  readonly answers: boolean | undefined
}

/** Undefined where an answer says nothing about the methods there are. */
function whatIsSaid({ sent: { request }, answer, analysis }: Seen): Said | undefined {
  const allow = fieldValue(answer, 'Allow')
  const isOptions = request.method === 'OPTIONS'
  const isSaid = answer.status === 405 || (isOptions && answer.status < 300)
  if (analysis.isOpen || analysis.allowed.length === 0 || !isSaid) return undefined
  const [path = ''] = request.target.split('?')
  return { path, allow, answers: isOptions ? answer.status < 300 : undefined }
}
