import { Type } from 'typebox'
import { defineCheck } from '../check.js'
import { sentFaxes } from '../collections/json-lists.js'
import { compileRecordList, recordListMembers } from './record-list.js'

const schema = Type.Object({ assert: Type.Literal('fax-sent'), ...recordListMembers }, { additionalProperties: false })

/** `fax-sent`: faxes that the agent sent, with their extracted `text`, and that satisfy all of `correlate_by` `{path: expected}`. */
export const faxSent = defineCheck({
  kind: 'fax-sent',
  schema,
  compile: (assertion, faults) => compileRecordList(assertion, { collection: sentFaxes }, faults),
})
