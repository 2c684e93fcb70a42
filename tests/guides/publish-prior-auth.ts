import { fixtures } from '@carebench/fixtures'
import { callInMemory, publishBenchmark, type Service } from '@carebench/service'

export async function publishPriorAuth(service: Service): Promise<string> {
  const { organizationKey, solverKey } = await service.provisionOrganization('Test')
  await publishBenchmark(callInMemory(service, organizationKey), fixtures['prior-auth'])
  return solverKey
}
