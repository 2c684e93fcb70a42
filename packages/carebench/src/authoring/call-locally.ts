import { callInMemory, type Service } from '@carebench/service'

/** Calls of a service in this process, for an organization of its own. */
export async function callLocally(service: Service): Promise<ReturnType<typeof callInMemory>> {
  const { organizationKey } = await service.provisionOrganization('Author')
  return callInMemory(service, organizationKey)
}
