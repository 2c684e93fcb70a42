import { readFileSync } from 'node:fs'
import { type Gaps, parseCapabilities } from '@carebench/conformance'

/** Requirements that our server does not meet yet. */
export const ourGaps: Gaps = parseCapabilities(
  JSON.parse(readFileSync(new URL('./capabilities.json', import.meta.url), 'utf8')),
)
