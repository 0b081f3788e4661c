/** Puts grants into words: whose they are, of which plants, and what is still seen after a revocation. */
import type { StandingPlants, StillSeen, Subject, Way } from '@plant-store/store'
import { describeSubject } from '../arguments/subject.ts'
import { countOf } from '../terminal/text.ts'

/** `tag Acer`, `all plants`. */
export function describeStanding(plants: StandingPlants): string {
  return 'all' in plants ? 'all plants' : `tag ${plants.tag}`
}

/** `own grant`, `group herbarium`, `group herbarium (standing, tag Acer)`. */
export function describeWay({ group, standing }: Way): string {
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
    return `${countOf(way.plants, 'plant')} ${who}through ${describeWay(way)}`
  })
  const rest = stillSeen.length - ways.length
  if (rest > 0) ways.push(`and ${countOf(rest, 'more way')}`)
  return ` Still seen by ${describeSubject(subject)}: ${ways.join('; ')}.`
}
