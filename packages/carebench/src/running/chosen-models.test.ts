import { expect, it } from 'vitest'
import { createChosenModels } from './chosen-models.js'

const environment = { OPENAI_API_KEY: 'key-of-the-provider' }
const baseUrl = 'http://127.0.0.1:1/v1'

async function listHosts(...model: readonly string[]) {
  const { agents } = await createChosenModels({ model, baseUrl }, environment)
  return agents.map(({ identity }) => identity.base_url_host)
}

it('a base URL beside hosted providers is that of the other models, \
so that no key goes to a foreign server', async () => {
  expect(await listHosts('openai/a', 'mine=local/b')).toEqual(['api.openai.com', '127.0.0.1:1'])
})

it('a base URL applies to hosted providers if there are no others, as for a proxy', async () => {
  expect(await listHosts('openai/a', 'mine=openai/b')).toEqual(['127.0.0.1:1', '127.0.0.1:1'])
})
