import { Type } from 'typebox'
import { defineCheck } from '../check.js'
import { collectionOf } from '../collections/record-collection.js'
import { messagesPart, sentMessages } from '../parts/messages.js'
import { compileRecordList, recordListMembers } from './record-list.js'

const collection = /* @__PURE__ */ collectionOf(messagesPart, sentMessages)

const schema = Type.Object(
  { assert: Type.Literal('message-sent'), ...recordListMembers },
  { additionalProperties: false },
)

/** `message-sent`: messages (SMS, e-mail, chat) that the agent sent and that satisfy all of `correlate_by` `{path: expected}`. */
export const messageSent = defineCheck({
  kind: 'message-sent',
  schema,
  compile: (assertion, faults) => compileRecordList(assertion, { collection }, faults),
})
