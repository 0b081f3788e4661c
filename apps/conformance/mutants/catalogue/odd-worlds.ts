/** Correct servers of worlds of other sizes. */
import { variantsOf } from '../mutant.ts'
import { fixedWorld, type SeenPlant, type World, worldWith } from '../server/world.ts'

const bothSee = (name: string): SeenPlant => ({ name, seenBy: ['ana', 'ben'] })
const people = (count: number): World => ({
  callers: Array.from({ length: count }, (_none, index) => ({ name: `person-${index}`, token: `t${index}.${'aZ9-_~'.repeat(3)}${index}` })),
  refused: [],
  plants: Array.from({ length: count }, (_none, index) => ({ name: `Plant ${index}`, seenBy: [`person-${index}`, `person-${(index + 1) % count}`] })),
})

const worlds = variantsOf('all', {
  twins: ['Two callers see the same plants.', () => ({}), worldWith([bothSee('Alder'), bothSee('Oak'), { name: 'Elm', seenBy: [] }])],
  'beginning-of-another': [
    "One caller's list is the beginning of another's.",
    () => ({}),
    worldWith([bothSee('Alder'), bothSee('Oak'), { name: 'Elm', seenBy: ['ana'] }, { name: 'Yew', tag: 'Taxus', seenBy: ['ana'] }]),
  ],
  'empty-texts': [
    'A plant has an empty name, another an empty tag.',
    () => ({}),
    worldWith([bothSee(''), { name: 'Oak', tag: '', seenBy: ['ana'] }, { name: '', tag: '', seenBy: ['ben'] }]),
  ],
  'sixty-callers': ['There are sixty callers.', () => ({}), people(60)],
  'many-retired': [
    'Forty tokens were good once.',
    () => ({}),
    {
      ...fixedWorld,
      refused: Array.from({ length: 40 }, (_none, index) => ({ token: `gone-${index}-KtRm1XgNy4LcHs7Pe`, formerly: 'ana', why: 'revoked' as const })),
    },
  ],
  'long-tokens': [
    'Tokens have three thousand characters.',
    () => ({}),
    { ...fixedWorld, callers: fixedWorld.callers.map(({ name }) => ({ name, token: `${name}${'.eyJhbGciOiJIUzI1NiJ9'.repeat(150)}` })) },
  ],
  'short-tokens': [
    'Tokens have two characters.',
    () => ({}),
    {
      ...fixedWorld,
      callers: [
        { name: 'ana', token: 'k7' },
        { name: 'ben', token: 'Q3' },
        { name: 'cleo', token: 'z~' },
      ],
      refused: [],
    },
  ],
  'long-names': [
    'Names have fifty thousand characters.',
    () => ({}),
    worldWith([
      { name: '木'.repeat(50_000), tag: 'x'.repeat(50_000), seenBy: ['ana', 'ben'] },
      { name: 'Oak', seenBy: ['ana'] },
    ]),
  ],
})

export const oddWorlds = [...worlds]
