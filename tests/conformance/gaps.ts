import { readFileSync } from 'node:fs'
import { type Gaps, parseCapabilities } from '@carebench/conformance'

/** What our server does not have yet. */
export const ourGaps: Gaps = parseCapabilities(
  JSON.parse(readFileSync(new URL('./capabilities.json', import.meta.url), 'utf8')),
)
