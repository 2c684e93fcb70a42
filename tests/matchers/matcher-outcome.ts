import type { JsonObject, JsonValue } from '@carebench/protocol'
import type { validateAssertion, verify } from '@carebench/systems/verifier'
import type { EvidenceSource } from '@carebench/verifier'

/** A row of the language-neutral table of matchers and paths. */
export interface MatcherCase {
  readonly name: string
  readonly format?: 'json' | 'hl7' | 'x12' | 'csv'
  readonly document: JsonValue
  readonly path: string
  readonly expected: JsonValue
  readonly entity?: JsonValue
  readonly outcome: 'match' | 'no-match' | 'refused'
}

/** The functions of a verifier that the table uses. */
export interface MatcherEngine {
  readonly verify: typeof verify
  readonly validateAssertion: typeof validateAssertion
}

/** Returns the outcome of a row with an engine: a word of the table, or an outcome that no row may have. */
export function judgeCase(engine: MatcherEngine, matcherCase: MatcherCase): string {
  const [assertion, evidence] = readCase(matcherCase)
  if (!engine.validateAssertion(assertion).ok) return 'refused'
  const entities = matcherCase.entity === undefined ? {} : { entities: { e: matcherCase.entity }, bound: ['e'] }
  const [run] = engine.verify({
    criteria: [{ label: matcherCase.name, assertion }],
    evidence: { ...evidence, ...entities },
  }).criterion_runs
  return {
    passed: 'match',
    failed: 'no-match',
    undecided: 'undecided',
    unsupported: 'unsupported',
    errored: 'errored',
  }[run?.outcome ?? 'errored']
}

/** An assertion with one field, and the evidence that holds the document. */
function readCase({ format = 'json', document, path, expected }: MatcherCase): readonly [JsonObject, EvidenceSource] {
  const fields = [{ path, expected }]
  const text = String(document)
  switch (format) {
    case 'json':
      return [{ assert: 'output-match', fields }, { output: document }]
    case 'hl7':
      return [{ assert: 'hl7-structural', fields }, { hl7: [{ direction: 'outbound', payload: text }] }]
    case 'x12':
      return [
        { assert: 'x12-response', transaction: '271', fields },
        { x12: [{ direction: 'received', transaction: '271', payload: text }] },
      ]
    case 'csv':
      return [
        { assert: 'sftp-file-present', path: '*', fields },
        { files: [{ path: 'a.csv', content: text, seeded: false }] },
      ]
  }
}
