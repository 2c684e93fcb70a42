import { defineSystemCheck } from '@carebench/verifier'
import { collectionOf, compileRecordList, recordListMembers } from '@carebench/verifier/kinds'
import { Type } from 'typebox'
import { cdsPart, serviceCalls } from './records.js'

const collection = /* @__PURE__ */ collectionOf(cdsPart, serviceCalls)

const schema = Type.Object(
  { assert: Type.Literal('cds-response'), ...recordListMembers },
  { additionalProperties: false },
)

/**
 * `cds-response`: calls of CDS services, with `hook`, `request`, `cards` and `feedback`, that satisfy all of
 * `correlate_by`.
 */
export const cdsResponse = defineSystemCheck({
  kind: 'cds-response',
  schema,
  compile: (assertion, findings) => compileRecordList(assertion, { collection }, findings),
})
