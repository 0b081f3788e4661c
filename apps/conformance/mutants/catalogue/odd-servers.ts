/** Correct servers of further kinds. */
import { oddCompany } from './odd-company.ts'
import { oddHearing } from './odd-hearing.ts'
import { oddSayings } from './odd-sayings.ts'
import { oddWritings } from './odd-writings.ts'
import { oddWorlds } from './worlds.ts'

export const oddServers = [...oddWritings, ...oddCompany, ...oddHearing, ...oddSayings, ...oddWorlds]
