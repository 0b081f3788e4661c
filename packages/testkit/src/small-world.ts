/** A world small enough to read: three users, two groups, and names of every kind. */
import type { WorldDefinition } from './make-world.ts'

const ana = { user: 'ana' }
const greenhouse = { group: 'greenhouse' }
const archive = { group: 'archive' }

/**
 * Ana sees 16 plants, most of them herself and some through a group; Ben sees 5, all through that group; Cleo sees none.
 * Some plants are granted twice to Ana, some to a group without members, one to nobody.
 */
export const smallWorld = {
  users: ['ana', 'ben', 'cleo'],
  groups: { greenhouse: ['ana', 'ben'], archive: [] },
  plants: [
    { name: 'Snowdrop', tag: 'bulb', grantedTo: [ana] },
    { name: "Lady's mantle", tag: 'herb', grantedTo: [ana, greenhouse] },
    { name: 'Snowdrop', tag: 'bulb', grantedTo: [greenhouse] },
    { name: 'Snowdrop', grantedTo: [ana] },
    { name: 'The "Old Blush" rose', tag: 'shrub \\ climber', grantedTo: [ana] },
    { name: 'Фиалка душистая', tag: 'многолетник', grantedTo: [greenhouse] },
    { name: '梅', grantedTo: [ana] },
    { name: 'Hidden oak', tag: 'tree', grantedTo: [archive] },
    { name: 'Bell\u0007, tab\t, line\r\nend, \u001F and \u007F', grantedTo: [ana] },
    { name: '</script><b>Fern</b>&amp;', tag: '%2F', grantedTo: [ana] },
    { name: 'Cafe\u0301 is not Caf\u00E9', tag: '🌵', grantedTo: [ana] },
    { name: 'One\u2028two\u2029three', tag: ' spaces ', grantedTo: [ana, greenhouse] },
    { name: 'null', tag: 'null', grantedTo: [ana] },
    { name: '007', tag: '1e3', grantedTo: [ana] },
    { name: 'Moss', grantedTo: [] },
    { name: 'عشبة \u202Eright to left', tag: '\uFEFFmark', grantedTo: [ana] },
    { name: 'Hidden elm', grantedTo: [archive] },
    { name: 'Oak', tag: 'tree', grantedTo: [greenhouse] },
    { name: 'Ivy', tag: 'climber', grantedTo: [ana] },
  ],
} as const satisfies WorldDefinition<'ana' | 'ben' | 'cleo'>
