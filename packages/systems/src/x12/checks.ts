import { defineSystemCheck } from '@carebench/verifier'
import { collectionOf, compileRecordList, recordListMembers } from '@carebench/verifier/kinds'
import { Type } from 'typebox'
import { transactionName } from './model/transaction-row.js'
import { receivedX12, sentX12, x12Part } from './records.js'

const sent = /* @__PURE__ */ collectionOf(x12Part, sentX12)
const received = /* @__PURE__ */ collectionOf(x12Part, receivedX12)

const schema = Type.Object(
  {
    assert: Type.Literal('x12-response'),
    transaction: Type.String({ minLength: 1 }),
    direction: Type.Optional(Type.Union([Type.Literal('received'), Type.Literal('sent')])),
    ...recordListMembers,
  },
  { additionalProperties: false },
)

/**
 * `x12-response`: X12 transactions, each ST to SE separately, that the agent received (`direction` `received`, the
 * default) or sent. `transaction` is ST01 (`271`), or `277CA` for a claim acknowledgment, which `277` does not
 * include.
 */
export const x12Response = defineSystemCheck({
  kind: 'x12-response',
  schema,
  compile: (assertion, findings) => {
    const { transaction, direction = 'received' } = assertion
    const collection = direction === 'sent' ? sent : received
    const noun = `${direction} X12 transactions ${transaction}`
    const accepts = ({ value }: { readonly value: Parameters<typeof transactionName>[0] }): boolean =>
      transactionName(value) === transaction
    return compileRecordList(assertion, { collection, accepts, noun }, findings)
  },
})
