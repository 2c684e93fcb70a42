import { callInMemory, type Service } from '@carebench/service'

/** Returns a function that calls a service in this process as a new organization. */
export async function callLocally(service: Service): Promise<ReturnType<typeof callInMemory>> {
  const { organizationKey } = await service.provisionOrganization('Author')
  return callInMemory(service, organizationKey)
}
