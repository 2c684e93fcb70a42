import { findBrokenLaws } from './broken-laws.js'
import { usualMean } from './weighted-mean.js'

for (const { law, example } of findBrokenLaws(usualMean)) console.log(`${law}\n  ${example}`)
