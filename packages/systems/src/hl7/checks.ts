import { defineSystemCheck } from '@carebench/verifier'
import { collectionOf, compileRecordList, recordListMembers } from '@carebench/verifier/kinds'
import { Type } from 'typebox'
import { hl7Part, inboundHl7, outboundHl7 } from './records.js'

const outbound = /* @__PURE__ */ collectionOf(hl7Part, outboundHl7)
const inbound = /* @__PURE__ */ collectionOf(hl7Part, inboundHl7)

const schema = Type.Object(
  {
    assert: Type.Literal('hl7-structural'),
    direction: Type.Optional(Type.Union([Type.Literal('outbound'), Type.Literal('inbound')])),
    ...recordListMembers,
  },
  { additionalProperties: false },
)

/**
 * `hl7-structural`: HL7 v2 messages that the agent sent (`direction` `outbound`, the default) or received (`inbound`)
 * and that satisfy all of `correlate_by` `{path: expected}`. Paths are `SEG[n].F[r].C.S`; values are strings.
 */
export const hl7Structural = defineSystemCheck({
  kind: 'hl7-structural',
  schema,
  compile: (assertion, findings) => {
    return compileRecordList(
      assertion,
      { collection: assertion.direction === 'inbound' ? inbound : outbound },
      findings,
    )
  },
})
