import type { JsonValue } from '@carebench/protocol'
import { isJsonObject, ownMember } from '../../../values/json/is-json-object.js'
import { showJson } from '../../../values/json/show-json.js'
import { type AuditRule, createFinding, forEachCriterion } from '../finding.js'

/** `no-collateral-missing`: no guard forbids changes that the task does not ask for. */
export const noCollateralMissing: AuditRule = ({ criteria }) =>
  criteria.length === 0 || criteria.some(({ guard, assertion }) => guard && isNoCollateral(assertion))
    ? []
    : [
        createFinding('no-collateral-missing', null, {
          message: 'No guard of the kind "no-collateral" forbids changes that the task does not ask for.',
          fix:
            'Add a criterion with "guard": true and {"assert": "no-collateral", "allow": […]} that allows only what ' +
            'the task asks for.',
        }),
      ]

/** `open-allowance`: an entry of `no-collateral` does not say whose records may change. */
export const openAllowance = forEachCriterion((criterion) => {
  if (!isNoCollateral(criterion.assertion)) return undefined
  const allow = ownMember(criterion.assertion as JsonValue, 'allow')
  const open = (Array.isArray(allow) ? allow : []).filter(isOpen).map((entry) => ownMember(entry, 'collection') ?? null)
  if (open.length === 0) return undefined
  return createFinding('open-allowance', criterion, {
    message:
      `It allows changes to the records of anybody in ${open.map((name) => showJson(name)).join(', ')}: the entry ` +
      'has no condition, or only "$exists", which says nothing about the value.',
    fix:
      'Restrict the entry with `where`, by the person and the values that the task asks for. `fields`, `members` and ' +
      '`count` do not say whose records may change.',
    evidence: { collections: open },
  })
})

function isNoCollateral(assertion: unknown): boolean {
  return ownMember(assertion as JsonValue | undefined, 'assert') === 'no-collateral'
}

/** Whether no condition of an entry restricts a value of the record. */
function isOpen(entry: JsonValue): boolean {
  const where = ownMember(entry, 'where')
  return !isJsonObject(where) || Object.values(where).every(isPresenceOnly)
}

/** Whether a matcher checks only that there is a value. */
function isPresenceOnly(matcher: JsonValue): boolean {
  if (!isJsonObject(matcher)) return false
  const operators = Object.entries(matcher)
  return (
    operators.length > 0 &&
    operators.every(([key, operand]) => {
      if (key === '$exists') return true
      if (key === '$not') return isPresenceOnly(operand)
      if (key === '$all') return Array.isArray(operand) && operand.every(isPresenceOnly)
      return key === '$any' && Array.isArray(operand) && operand.some(isPresenceOnly)
    })
  )
}
