import { Type } from 'typebox'
import { defineCheck } from '../check.js'
import { collectionOf } from '../collections/record-collection.js'
import { cdsCalls, cdsPart } from '../parts/cds.js'
import { compileRecordList, recordListMembers } from './record-list.js'

const collection = /* @__PURE__ */ collectionOf(cdsPart, cdsCalls)

const schema = Type.Object(
  { assert: Type.Literal('cds-response'), ...recordListMembers },
  { additionalProperties: false },
)

/** `cds-response`: calls of CDS services, with `hook`, `request`, `cards` and `feedback`, that satisfy all of `correlate_by`. */
export const cdsResponse = defineCheck({
  kind: 'cds-response',
  schema,
  compile: (assertion, faults) => compileRecordList(assertion, { collection }, faults),
})
