import type { Answer, ServiceUnderTestOptions } from './service-under-test.js'
import { createTwoOrganizations, type TwoOrganizations } from './two-organizations.js'

// For tests of this package only.

/** Two organizations, and short functions that call as the first one. */
export interface OrganizationCalls extends TwoOrganizations {
  readonly ids: Readonly<Record<string, string>>
  call(method: string, target: string, body?: unknown): Promise<Answer>
  /** Creates a resource and returns its id. Throws if the service refuses. */
  create(target: string, body: unknown): Promise<string>
}

/** Creates two organizations, and functions that call as the first one. */
export async function callAsOrganization(options: ServiceUnderTestOptions = {}): Promise<OrganizationCalls> {
  const world = await createTwoOrganizations(options)
  const { under, own } = world
  const call = (method: string, target: string, body?: unknown) => under.call(own.organizationKey, method, target, body)
  return {
    ...world,
    ids: own.ids,
    call,
    async create(target, body) {
      const answer = await call('POST', target, body)
      if (typeof answer.body.id !== 'string') throw new Error(`POST ${target} was refused: ${answer.text}`)
      return answer.body.id
    },
  }
}
