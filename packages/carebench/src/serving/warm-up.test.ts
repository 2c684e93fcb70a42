import { expect, it } from 'vitest'
import { createLocalService } from './local-service.js'
import { warmUp } from './warm-up.js'

it('makes the requests that are slow the first time', async () => {
  const service = createLocalService()
  const { organizationKey } = await service.provisionOrganization('Clinic')
  const answers: [string, number][] = []
  const noted: typeof service = {
    ...service,
    async handle(request) {
      const response = await service.handle(request)
      answers.push([request.target, response.status])
      return response
    },
  }
  await warmUp(noted, organizationKey)
  expect(answers).toEqual([
    ['/openapi.json', 200],
    ['/mcp', 200],
  ])
})
