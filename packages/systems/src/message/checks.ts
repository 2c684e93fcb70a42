import { defineSystemCheck } from '@carebench/verifier'
import { collectionOf, compileRecordList, recordListMembers } from '@carebench/verifier/kinds'
import { Type } from 'typebox'
import { messagesPart, sentMessages } from './records.js'

const collection = /* @__PURE__ */ collectionOf(messagesPart, sentMessages)

const schema = Type.Object(
  { assert: Type.Literal('message-sent'), ...recordListMembers },
  { additionalProperties: false },
)

/**
 * `message-sent`: messages (SMS, e-mail, chat) that the agent sent and that satisfy all of `correlate_by`
 * `{path: expected}`.
 */
export const messageSent = defineSystemCheck({
  kind: 'message-sent',
  schema,
  compile: (assertion, findings) => compileRecordList(assertion, { collection }, findings),
})
