import { defineSystemCheck } from '@carebench/verifier'
import { collectionOf, compileRecordList, recordListMembers } from '@carebench/verifier/kinds'
import { Type } from 'typebox'
import { faxesPart, sentFaxes } from './records.js'

const collection = /* @__PURE__ */ collectionOf(faxesPart, sentFaxes)

const schema = Type.Object({ assert: Type.Literal('fax-sent'), ...recordListMembers }, { additionalProperties: false })

/**
 * `fax-sent`: the faxes that the agent sent, with their extracted `text`, that have the expected value at every path of
 * `correlate_by`, `{path: expected}`.
 */
export const faxSent = defineSystemCheck({
  kind: 'fax-sent',
  schema,
  compile: (assertion, findings) => compileRecordList(assertion, { collection }, findings),
})
