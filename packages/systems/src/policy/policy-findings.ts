import { type Finding, finish, type JsonValue, type Steps } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { pointerTo } from '@carebench/verifier/kinds'
import { Check } from 'typebox/value'
import { isDate } from '../calendar-date.js'
import { show } from '../json-shape.js'
import { findShapeErrors } from '../rest/shape-errors.js'
import { checkCriteria, type Report, unknownStatements } from './criteria-findings.js'
import { type Policy, policySchema } from './policy-schema.js'
import { checkStatement } from './statement-findings.js'

/** Returns the errors of a policy, each with a JSON Pointer into it; empty if it is valid. */
export function findPolicyFaults(policy: JsonValue): readonly Finding[] {
  return finish(findPolicyFaultsInSteps(policy))
}

/** {@link findPolicyFaults} in steps. */
export function* findPolicyFaultsInSteps(policy: JsonValue): Steps<readonly Finding[]> {
  if (!isJsonObject(policy)) {
    const example = '{"id": "knee-mri", "title": "MRI of the knee", "version": "2026-01"}'
    return [{ path: '', message: `must be an object such as ${example}, got ${show(policy)}` }]
  }
  if (!Check(policySchema, policy)) return findShapeErrors(policySchema, policy)
  const findings: Finding[] = []
  const report: Report = (path, message) => {
    findings.push({ path, message })
  }
  checkDays(policy, report)
  checkServices(policy, report)
  const statements = policy.statements ?? {}
  for (const [name, one] of Object.entries(statements)) {
    yield
    checkStatement(one, pointerTo('/statements', name), report)
  }
  const sayUnknown = unknownStatements(policy)
  checkCriteria(policy, sayUnknown, report)
  for (const name of Object.keys(policy.decision?.reasons ?? {})) {
    if (Object.hasOwn(statements, name)) continue
    report(pointerTo('/decision/reasons', name), sayUnknown(name))
  }
  if (policy.limits?.period_days !== undefined && policy.limits.units === undefined) {
    report('/limits/period_days', 'needs "units": how many there are in this period, such as 20')
  }
  return findings
}

function checkDays({ effective = {} }: Policy, report: Report): void {
  for (const [name, day] of Object.entries(effective)) {
    if (!isDate(day)) report(`/effective/${name}`, `must be a day that exists, such as "2026-01-31", got ${show(day)}`)
  }
  const { from, to } = effective
  if (from !== undefined && to !== undefined && to < from) {
    report('/effective/to', `must not be before from (${from}), got ${show(to)}`)
  }
}

function checkServices({ services = [] }: Policy, report: Report): void {
  for (const [index, service] of services.entries()) {
    if ('code' in service || (service.from.length === service.to.length && service.from <= service.to)) continue
    const expected = 'must be a range of codes of the same length, such as {"from": "72141", "to": "72158"}'
    report(`/services/${index}`, `${expected}, got ${show(service)}`)
  }
}
