/** What the tool library has: tools, and the loans and profiles of its members. */
export const categories = ['garden', 'metal', 'paint', 'wood'] as const
export const states = ['late', 'open', 'returned'] as const
export const members = ['ada', 'bo']

export interface Loan {
  readonly id: string
  readonly member: string
  readonly since: string
  readonly state: (typeof states)[number]
  readonly terms: { readonly toolId: string; readonly days: number; readonly note: string | null }
}

const names = [
  'Ladder',
  'Hand saw',
  'Drill',
  'Roller',
  'Spade',
  'Vice',
  'Plane',
  'Rake',
  'File',
  'Brush',
  'Chisel',
  'Shears',
]
export const tools = names.map((name, at) => ({
  id: `T-${String(at + 1).padStart(4, '0')}`,
  name,
  category: categories[at % categories.length] ?? 'wood',
  available: at % 5 !== 3,
  acquired: `201${at % 10}-0${(at % 9) + 1}-1${at % 10}`,
  weightKg: at % 4 === 2 ? null : at + 0.5,
  manual: at % 3 === 0 ? `https://tools.town.test/manuals/${at}.pdf` : null,
}))

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)
export const due = ({ since, terms: { days } }: Loan): string => dayOf(Date.parse(since) + days * 86_400_000)
export const shown = (loan: Loan): object => ({
  id: loan.id,
  state: loan.state,
  ...loan.terms,
  since: loan.since,
  due: due(loan),
})

export interface State {
  readonly loans: Map<string, Loan>
  readonly profiles: Map<string, unknown>
}

const firstLoan = (member: string, at: number): Loan => ({
  id: `${member === 'ada' ? 'ada0ada0' : 'b0b0b0b0'}-0000-4000-8000-00000000000${at}`,
  member,
  since: `2026-0${at + 1}-03T09:30:00Z`,
  state: states[at % states.length] ?? 'open',
  terms: { toolId: `T-000${at + 1}`, days: 7 * (at + 1), note: at === 0 ? `${member}, by the shed` : null },
})

const firstProfile = (member: string): object => ({
  displayName: `Member ${member}`,
  language: 'en',
  newsletter: false,
  favourites: ['wood'],
})

export function makeState(): State {
  const loans = members.flatMap((member) => [0, 1, 2].map((at) => firstLoan(member, at)))
  return {
    loans: new Map(loans.map((loan) => [loan.id, loan])),
    profiles: new Map(members.map((member) => [member, firstProfile(member)])),
  }
}

/** The loan with other terms, as it is kept from now on. */
export function keep(loans: State['loans'], loan: Loan, value: object): Loan {
  const { toolId, days, note } = { ...loan.terms, ...value }
  const kept = { ...loan, terms: { toolId, days, note } }
  loans.set(loan.id, kept)
  return kept
}
