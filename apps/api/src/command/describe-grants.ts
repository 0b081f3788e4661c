/** Puts grants into words: whose they are, of which plants, what a change did, and what is still seen afterwards. */
import type {
  StandingOutcome,
  StandingPlants,
  StandingSelection,
  StillSeen,
  Subject,
  GrantSource,
} from '@plant-store/store'
import { describeSubject } from './arguments/selection.ts'
import { countOf } from './terminal/text.ts'

/** `tag Acer`, `all plants`. */
export function describeStanding(plants: StandingPlants): string {
  return 'all' in plants ? 'all plants' : `tag ${plants.tag}`
}

/** `own grant`, `group herbarium`, `group herbarium (standing, tag Acer)`. */
export function describeGrantSource({ group, standing }: GrantSource): string {
  const whose = group === undefined ? 'own grant' : `group ${group}`
  return standing === undefined ? whose : `${whose} (standing, ${describeStanding(standing)})`
}

/** At most this many ways are named; the rest are only counted. JSON has them all. */
const maxShown = 5

/** What is still seen: ` Still seen by user Mei: 3 plants through group herbarium.` Empty if nothing is. */
export function describeStillSeen(subject: Subject, stillSeen: readonly StillSeen[]): string {
  if (stillSeen.length === 0) return ''
  const ways = stillSeen.slice(0, maxShown).map((way) => {
    const who = 'user' in subject ? '' : `by ${countOf(way.users, 'member')} `
    return `${countOf(way.plants, 'plant')} ${who}through ${describeGrantSource(way)}`
  })
  const rest = stillSeen.length - ways.length
  if (rest > 0) ways.push(`and ${countOf(rest, 'more way')}`)
  return ` Still seen by ${describeSubject(subject)}: ${ways.join('; ')}.`
}

/** `tag Acer`, `tags Acer, Cornus`, `all plants`. */
function describeSelection(plants: StandingSelection): string {
  if ('all' in plants) return 'all plants'
  const tags = [plants.tag].flat()
  return `${tags.length === 1 ? 'tag' : 'tags'} ${tags.join(', ')}`
}

/** `Granted tag Acer to group herbarium, also in future: 12 plants now.` */
export function describeStandingGrant(
  granted: string,
  subject: Subject,
  selection: StandingSelection,
  { matched, changed, plants }: StandingOutcome,
): string {
  const now = `${countOf(plants, 'plant')} now`
  const hint = plants === 0 && 'tag' in selection ? ' No plant has that tag yet: is it spelled right?' : ''
  if (changed === 0) {
    return `The standing grant of ${describeSelection(selection)} to ${describeSubject(subject)} is there already: ${now}.${hint}`
  }
  const rest = matched === changed ? '' : ` ${matched - changed} of them ${wereThere(matched - changed)}.`
  return `${granted} ${describeSelection(selection)} to ${describeSubject(subject)}, also in future: ${now}.${rest}${hint}`
}

/** `Revoked the standing grant of tag Acer from group herbarium: 12 plants now.` */
export function describeStandingRevocation(
  revoked: string,
  subject: Subject,
  selection: StandingSelection,
  { matched, changed, plants }: StandingOutcome,
): string {
  const what = describeSelection(selection)
  if (changed === 0) {
    const see = 'user' in subject ? `--user ${subject.user}` : `--group ${subject.group}`
    return `There is no standing grant of ${what} to ${describeSubject(subject)}; list them with: plant-store grants list --standing ${see}.`
  }
  const rest = matched === changed ? '' : ` ${matched - changed} of them ${wereNot(matched - changed)}.`
  return `${revoked} the standing grant of ${what} from ${describeSubject(subject)}: ${countOf(plants, 'plant')} now.${rest}`
}

const wereThere = (count: number): string => (count === 1 ? 'was granted already' : 'were granted already')
const wereNot = (count: number): string => (count === 1 ? 'was not granted' : 'were not granted')
