import { maxTextLength } from '@carebench/text'
import type { Findings } from '../../values/finding.js'
import { showJson } from '../../values/json/show-json.js'
import { matchText } from '../long-text.js'
import type { MatcherKind } from '../matcher.js'
import { refuseOperand } from '../operand.js'
import { compileNextPattern, maxSearchedCharacters } from '../pattern.js'

/**
 * `{"$regex": "…"}`: a string that the pattern (RE2 syntax, linear time) matches as a whole. Undecided for more than
 * 100,000 characters, and for more than 1,500,000 characters times instructions of the pattern.
 */
export const regexMatcher: MatcherKind = {
  key: '$regex',
  example: '{"$regex": "PA-[0-9]{8}"}',
  compile(operand, path, context) {
    if (typeof operand !== 'string') return refuseOperand(regexMatcher, 'a pattern', operand, path, context)
    const pattern = parsePattern(operand, context.findings)
    if (typeof pattern === 'string') {
      return context.findings.add(
        path,
        `$regex needs a pattern in RE2 syntax, found ${showJson(operand)} (${pattern}); for example ` +
          `${regexMatcher.example}`,
      )
    }
    return matchText(context, (text) => pattern.matches(text), {
      comparisons: pattern.programSize() / instructionsOfComparison,
      units: Math.max(1, pattern.programSize() / instructionsOfUnit),
      maxCharacters: Math.min(maxTextLength, maxSearchedCharacters(pattern)),
    })
  },
}

/** The number of instructions of a pattern that take at most as long, per character, as one comparison. */
const instructionsOfComparison = 10

/** The number of instructions of a pattern that take at most as long, per character, as one unit of work. */
const instructionsOfUnit = 30

function parsePattern(text: string, findings: Findings): ReturnType<typeof compileNextPattern> | string {
  try {
    return compileNextPattern(text, findings)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
