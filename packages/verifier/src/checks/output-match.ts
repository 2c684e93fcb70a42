import { plural } from '@carebench/text'
import { Type } from 'typebox'
import { jsonFormat } from '../evidence/records/json-format.js'
import { defineCheck } from './check.js'
import { describeFailures } from './fields/describe.js'
import { fieldResults, fieldSchema } from './fields/field.js'
import { fieldsAt } from './fields/written-field.js'
import { compileRecordRule } from './records/record-rule.js'

const schema = Type.Object(
  {
    assert: Type.Literal('output-match'),
    fields: Type.Optional(Type.Array(fieldSchema, { minItems: 1 })),
    expected: Type.Optional(Type.Unknown()),
  },
  { additionalProperties: false },
)

/**
 * `output-match`: the output submitted with the completion, compared by `fields`, or as a whole by `expected`. Fails if
 * the completion has no output, whatever the criterion expects.
 */
export const outputMatch = defineCheck({
  kind: 'output-match',
  schema,
  compile({ fields, expected }, findings) {
    if ((fields === undefined) === (expected === undefined)) {
      return findings.add(
        '/fields',
        'expected either "fields" or "expected"; for example "expected": {"$text": "done"}',
      )
    }
    const wanted = fields
      ? fieldsAt(fields, '/fields')
      : [{ path: '', expected, pathAt: '/expected', expectedAt: '/expected' }]
    const compiled = compileRecordRule({ fields: wanted }, jsonFormat, findings)
    if (compiled === undefined) return undefined
    return {
      evaluate(evidence, context) {
        const { output } = evidence
        if (output === undefined) {
          return { outcome: 'failed', score: 0, details: 'The completion has no output.', evidence: null }
        }
        const scope = compiled.scope(evidence, context)
        if ('outcome' in scope) return scope
        const results = fieldResults(compiled.rule.fields, output, scope)
        const passed = results.filter((result) => result.passed).length
        const found = { field_results: results, matched: { output: true } }
        if (passed === results.length) {
          return { outcome: 'passed', details: `${plural(passed, 'check')} passed on the output.`, evidence: found }
        }
        return {
          outcome: 'failed',
          score: passed / results.length,
          details:
            `${passed} of ${plural(results.length, 'check')} passed on the output. ` +
            `${describeFailures(compiled.rule.fields, output, results, scope)}`,
          evidence: found,
        }
      },
    }
  },
})
