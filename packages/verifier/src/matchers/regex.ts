import { RE2JS } from 're2js'
import { showJson } from '../json/show-json.js'
import type { MatcherKind } from './matcher.js'
import { refuseOperand } from './operand.js'

/** Maximum number of instructions of a compiled pattern; matching takes time proportional to it times the text length. */
const largestProgram = 1000

/** `{"$regex": "…"}`: a string that the pattern (RE2 syntax, linear time) matches as a whole. */
export const regexMatcher: MatcherKind = {
  key: '$regex',
  example: '{"$regex": "PA-[0-9]{8}"}',
  compile(operand, path, context) {
    if (typeof operand !== 'string') return refuseOperand(regexMatcher, 'a pattern', operand, path, context)
    const pattern = parsePattern(operand)
    if (typeof pattern === 'string') {
      return context.findings.add(
        path,
        `$regex needs a pattern in RE2 syntax, found ${showJson(operand)} (${pattern}); for example ${regexMatcher.example}`,
      )
    }
    return (actual) => typeof actual === 'string' && pattern.matches(actual)
  },
}

function parsePattern(text: string): RE2JS | string {
  try {
    const pattern = RE2JS.compile(text)
    const size = pattern.programSize()
    return size <= largestProgram ? pattern : `it compiles to ${size} instructions; the maximum is ${largestProgram}`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
