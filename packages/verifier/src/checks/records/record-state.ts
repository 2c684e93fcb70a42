import { Type } from 'typebox'
import { showJson } from '../../values/json/show-json.js'
import { defineCheck, systemMember } from '../check.js'
import { compileRecordList, recordListMembers } from './record-list.js'

const schema = Type.Object(
  {
    assert: Type.Literal('record-state'),
    collection: Type.String({ minLength: 1 }),
    system: systemMember,
    ...recordListMembers,
  },
  { additionalProperties: false },
)

/**
 * `record-state`: the records of any `collection`, of the first system of its type or of the system with the key
 * `system`, that satisfy all of `correlate_by` `{path: expected}`. For records without a kind of assertion of their
 * own, such as those of your own systems.
 */
export const recordState = defineCheck({
  kind: 'record-state',
  schema,
  compile({ collection: name, system, ...assertion }, findings, collections) {
    if (collections.use(name, () => true) === undefined) {
      findings.add('/collection', `${collections.expected}; found ${showJson(name)}`)
      return undefined
    }
    return collections.use(name, (collection) => compileRecordList(assertion, { collection }, findings), system)
  },
})
