import type { JsonValue } from '@carebench/protocol'
import { isJsonObject, ownMember } from '../../json/is-json-object.js'
import { showJson } from '../../json/show-json.js'
import { type AuditRule, createFinding, forEachCriterion } from './finding.js'

/** `no-collateral-missing`: no guard forbids what the task does not ask for. */
export const noCollateralMissing: AuditRule = ({ criteria }) =>
  criteria.length === 0 || criteria.some(({ guard, assertion }) => guard && isNoCollateral(assertion))
    ? []
    : [
        createFinding('no-collateral-missing', null, {
          message: 'No guard of the kind "no-collateral" forbids changes that the task does not ask for.',
          fix: 'Add a criterion with "guard": true and {"assert": "no-collateral", "allow": […]} that allows only what the task asks for.',
        }),
      ]

/** `open-allowance`: `no-collateral` allows every change in a collection. */
export const openAllowance = forEachCriterion((criterion) => {
  if (!isNoCollateral(criterion.assertion)) return undefined
  const allow = ownMember(criterion.assertion as JsonValue, 'allow')
  const open = (Array.isArray(allow) ? allow : []).filter(isOpen).map((entry) => ownMember(entry, 'collection') ?? null)
  if (open.length === 0) return undefined
  return createFinding('open-allowance', criterion, {
    message: `It allows every change in ${open.map((name) => showJson(name)).join(', ')}: records of anybody may be added, changed and removed there.`,
    fix: 'Restrict the entry with `where`, by the person and the values that the task asks for.',
    evidence: { collections: open },
  })
})

function isNoCollateral(assertion: unknown): boolean {
  return ownMember(assertion as JsonValue | undefined, 'assert') === 'no-collateral'
}

/** Whether an entry has nothing that restricts it. */
function isOpen(entry: JsonValue): boolean {
  const where = ownMember(entry, 'where')
  const selects = isJsonObject(where) && Object.keys(where).length > 0
  return !selects && ownMember(entry, 'fields') === undefined && ownMember(entry, 'count') === undefined
}
