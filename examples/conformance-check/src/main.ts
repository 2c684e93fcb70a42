import { formatTerminal } from '@carebench/conformance'
import { checkShelf } from './check-shelf.js'
import { brokenPager, rightPager } from './pagers.js'

for (const page of [rightPager, brokenPager]) console.log(formatTerminal(await checkShelf(page)))
