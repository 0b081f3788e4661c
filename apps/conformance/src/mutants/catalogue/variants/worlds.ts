/** Variants: other plants and people, served as the reference serves its own. */
import { reusing, send, wholeList } from '../../demonstration.ts'
import { type Variant, variant } from '../../mutant.ts'
import { fixedWorld, type SeenPlant, type World, worldWith } from '../../world.ts'

const unchanged: Variant['change'] = () => ({})

const many: readonly SeenPlant[] = Array.from({ length: 10_000 }, (_none, index) => ({
  name: `Plant ${index}`,
  ...(index % 3 === 0 && { tag: `kind ${index % 7}` }),
  seenBy: index % 100 === 0 ? ['ana', 'ben'] : ['ana'],
}))

const extremes: readonly string[] = [
  '\0',
  '"\\/\b\f\n\r\t',
  '\u007F\u0080\u009F\u00A0\u00AD',
  '\u200B\u200D\u2028\u2029\u202E\u2066\uFEFF',
  '\uFFFD\uFFFE\uFFFF\u{10FFFF}\u{1F469}\u200D\u{1F33E}',
  'a\u0300\u0301\u0302\u0303',
  '\u1E9E\u0130\u0131\uFB03',
  '{"name":"x"}',
  '[]',
  '${jndi:ldap://x}',
  '-1',
  'x'.repeat(5000),
]

const strangeTokens: World = {
  callers: [
    { name: 'ana', token: 'A1.b-2_c~3+d/4==' },
    { name: 'ben', token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJiZW4ifQ.c2lnbmVkLWJ5LW5vLW9uZQ' },
    { name: 'cleo', token: 'A1.b-2_c~3+d/4' },
  ],
  refused: [{ token: '0'.repeat(600), formerly: 'ana', why: 'expired' }],
  plants: fixedWorld.plants,
}

const oneCaller: World = {
  callers: fixedWorld.callers.slice(0, 1),
  refused: [],
  plants: fixedWorld.plants,
}

export const worlds: readonly Variant[] = [
  variant('no-plants', 'There are no plants.', wholeList, unchanged, worldWith([])),
  variant(
    'no-access',
    'There are plants, and nobody sees any.',
    wholeList,
    unchanged,
    worldWith([{ name: 'Alder', seenBy: [] }]),
  ),
  variant(
    'single-plant',
    'There is one plant.',
    wholeList,
    unchanged,
    worldWith([{ name: 'Alder', seenBy: ['ana'] }]),
  ),
  variant(
    'single-plant-for-all',
    'There is one plant, and everybody sees it.',
    wholeList,
    unchanged,
    worldWith([{ name: 'Alder', tag: 'Alnus', seenBy: ['ana', 'ben', 'cleo'] }]),
  ),
  variant(
    'equal-plants',
    'All plants are called the same.',
    wholeList,
    unchanged,
    worldWith(Array.from({ length: 12 }, () => ({ name: 'Alder', tag: 'Alnus', seenBy: ['ana', 'ben'] }))),
  ),
  variant('many-plants', 'There are ten thousand plants.', wholeList, unchanged, worldWith(many)),
  variant(
    'any-text',
    'Names hold every kind of text.',
    wholeList,
    unchanged,
    worldWith(extremes.map((text) => ({ name: text, tag: text, seenBy: ['ana', 'cleo'] }))),
  ),
  variant(
    'strange-tokens',
    'Tokens are long, short, or one the beginning of another.',
    reusing(wholeList, send('GET /plants', { as: 'cleo' })),
    unchanged,
    strangeTokens,
  ),
  variant(
    'one-caller',
    'There is one caller, and no token was ever revoked.',
    wholeList,
    unchanged,
    oneCaller,
  ),
]
