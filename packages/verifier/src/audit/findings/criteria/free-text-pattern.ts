import type { JsonValue } from '@carebench/protocol'
import { isJsonObject, ownMember } from '../../../values/json/is-json-object.js'
import { showJson } from '../../../values/json/show-json.js'
import { isStatement } from '../../mutants/texts/statement.js'
import { createFinding, forEachCriterion } from '../finding.js'

const patterns = ['$regex', '$contains']

/** `free-text-pattern`: free text is judged by a pattern, which depends on the order of words and knows no negation. */
export const freeTextPattern = forEachCriterion((criterion, index, { states: { untouched, solutions }, parts }) => {
  const textPaths = new Set(
    parts.flatMap(({ kinds }) =>
      kinds.flatMap((kind) =>
        kind.use(({ identifies }) =>
          (identifies.text ?? []).filter((path): path is string => typeof path === 'string'),
        ),
      ),
    ),
  )
  const isText = (path: string): boolean =>
    textPaths.has(path) ||
    [untouched, ...solutions].some(({ runs }) =>
      listResults(runs[index]?.evidence ?? null).some(
        (result) => ownMember(result, 'path') === path && isProse(ownMember(result, 'actual')),
      ),
    )
  const found = listFields(criterion.assertion as JsonValue | undefined).filter(
    ({ path, expected }) => usesPattern(expected) && isText(path),
  )
  if (found.length === 0) return undefined
  return createFinding('free-text-pattern', criterion, {
    message:
      'It judges free text by a pattern: ' +
      `${found.map(({ path, expected }) => `${path} ${showJson(expected)}`).join(', ')}. The right statement in ` +
      'other words fails, and the opposite statement may pass.',
    fix: 'Expect the facts that the text has to state, and forbid those that it must not state.',
    evidence: { paths: found.map(({ path }) => path) },
  })
})

function isProse(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && isStatement(value)
}

function listResults(evidence: JsonValue): readonly JsonValue[] {
  const results = ownMember(evidence, 'field_results')
  return Array.isArray(results) ? results : []
}

function listFields(
  assertion: JsonValue | undefined,
): readonly { readonly path: string; readonly expected: JsonValue }[] {
  const text = ownMember(assertion, 'text')
  return [
    ...['fields', 'assertions'].flatMap((list) => {
      const listed = ownMember(assertion, list)
      return (Array.isArray(listed) ? listed : []).map((field: JsonValue) => ({
        path: String(ownMember(field, 'path') ?? ''),
        expected: ownMember(field, 'expected') ?? null,
      }))
    }),
    ...(text === undefined ? [] : [{ path: 'content', expected: text }]),
  ]
}

/** Whether a matcher is a pattern, or combines matchers that include a pattern. */
function usesPattern(expected: JsonValue): boolean {
  if (!isJsonObject(expected)) return false
  return Object.entries(expected).some(([key, operand]) => {
    if (patterns.includes(key)) return true
    if (['$any', '$all'].includes(key)) return Array.isArray(operand) && operand.some(usesPattern)
    return ['$not', '$some', '$every'].includes(key) && usesPattern(operand)
  })
}
