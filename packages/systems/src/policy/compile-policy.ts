import { finish, type JsonValue, type Steps } from '@carebench/protocol'
import { type CriteriaNode, compileCriteria } from './criteria.js'
import { splitSearch } from './fact.js'
import { findPolicyFaultsInSteps } from './policy-findings.js'
import type { PolicyRequest } from './policy-request.js'
import type { Criteria, Policy } from './policy-schema.js'
import { type CompiledStatement, compileStatement } from './statement.js'

/** A compiled policy. */
export interface CompiledPolicy {
  readonly policy: Policy
  /** When an authorization is needed. */
  readonly authorization: boolean | CriteriaNode
  /** The criteria; undefined if there are none, which counts as met. */
  readonly criteria: CriteriaNode | undefined
  /** The criteria or the exceptions, one of which suffices. */
  readonly necessity: CriteriaNode | undefined
  readonly pend: CriteriaNode | undefined
  readonly partial: { readonly when: CriteriaNode; readonly units: number } | undefined
  readonly statements: ReadonlyMap<string, CompiledStatement>
  /** The types of the resources that facts search. */
  readonly resourceTypes: readonly string[]
  /** Whether the policy applies to a service. */
  applies(request: ServiceRequest): boolean
}

/** The members that decide which policy applies to a service. */
export type ServiceRequest = Pick<PolicyRequest, 'procedure_code' | 'patient_member_id' | 'plan' | 'service_date'>

/** Compiles policies of a configuration, in steps. Throws an Error that locates the first error. */
export function* compilePolicies(policies: readonly Policy[], place: string): Steps<readonly CompiledPolicy[]> {
  const compiled: CompiledPolicy[] = []
  const ids = new Set<string>()
  for (const [index, policy] of policies.entries()) {
    yield
    const [fault] = yield* findPolicyFaultsInSteps(policy as JsonValue)
    if (fault !== undefined) throw new Error(`${place}[${index}]${fault.path}: ${fault.message}`)
    if (ids.has(policy.id)) {
      throw new Error(`${place}[${index}]/id: expected each policy once, got ${policy.id} a second time.`)
    }
    ids.add(policy.id)
    compiled.push(yield* compileInSteps(policy))
  }
  return compiled
}

/** Compiles a policy in which {@link findPolicyFaults} finds no errors. */
export function compilePolicy(policy: Policy): CompiledPolicy {
  return finish(compileInSteps(policy))
}

function* compileInSteps(policy: Policy): Steps<CompiledPolicy> {
  const { requires_authorization: requires = true, decision, exceptions = [] } = policy
  const written = Object.entries(policy.statements ?? {})
  const types = written.flatMap(([, { fact }]) => {
    if (fact?.age !== undefined) return ['Patient']
    return fact?.search === undefined ? [] : [splitSearch(fact.search)[0]]
  })
  const statements = new Map<string, CompiledStatement>()
  for (const [name, statement] of written) {
    yield
    statements.set(name, compileStatement(name, statement))
  }
  const { criteria } = policy
  const necessity: Criteria | undefined = criteria === undefined ? undefined : { any: [criteria, ...exceptions] }
  return {
    policy,
    authorization: typeof requires === 'boolean' ? requires : compileCriteria(requires.when),
    criteria: criteria === undefined ? undefined : compileCriteria(criteria),
    necessity: necessity && compileCriteria(necessity),
    pend: decision?.pend_when === undefined ? undefined : compileCriteria(decision.pend_when),
    partial: decision?.partial_when && {
      when: compileCriteria(decision.partial_when.when),
      units: decision.partial_when.units,
    },
    statements,
    resourceTypes: [...new Set(types)],
    applies: appliesTo(policy),
  }
}

function appliesTo({ services, plans, members, effective }: Policy): CompiledPolicy['applies'] {
  return ({ procedure_code: code, patient_member_id: member, plan, service_date: day }) => {
    if (services !== undefined && !services.some((service) => isService(service, code))) return false
    if (members !== undefined && !members.includes(member)) return false
    if (plans !== undefined && !plans.some((name) => name === plan)) return false
    if (effective === undefined || day === null) return true
    return (effective.from ?? '') <= day && day <= (effective.to ?? '9999')
  }
}

function isService(service: NonNullable<Policy['services']>[number], code: string): boolean {
  if ('code' in service) return service.code === code
  return code.length === service.from.length && service.from <= code && code <= service.to
}
