import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { JsonObject, JsonValue } from '@carebench/protocol'
import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { beginning, contextAt } from '../testing/simulator-host.js'
import { cdsSimulator as simulator } from './behaviour.js'
import { type CdsConfig, cdsConfigSchema } from './config.js'

const data = process.env.CAREBENCH_DATA ?? fileURLToPath(new URL('../../../../../shared/data', import.meta.url))
const folder = join(data, 'cds-hooks')
const names = existsSync(folder) ? readdirSync(folder) : []
const title =
  names.length > 0
    ? 'samples of others'
    : 'samples of others (skipped: no data; set CAREBENCH_DATA to a folder with cds-hooks/*.json)'

function sample(name: string): JsonObject {
  return JSON.parse(readFileSync(join(folder, name), 'utf8'))
}

/** A service that gives the cards of a sample. */
function giveCards(name: string): JsonObject {
  const { cards } = sample(name) as { cards: JsonObject[] }
  return { services: [{ id: 'a', hook: 'patient-view', rules: cards.map((card) => ({ card: card })) }] }
}

function ask(config: CdsConfig, body: JsonValue) {
  const state = simulator.fork(simulator.seed(config, [], contextAt(beginning)))
  const call = { method: 'POST', path: 'cds-services/a', query: '', headers: {}, body: { json: body } }
  return simulator.handle(state, 'cds', call, contextAt(beginning)).response
}

describe.skipIf(names.length === 0)(title, () => {
  it.each(names.filter((name) => name.includes('-request-')))('%s', (name) => {
    const body = sample(name)
    const items = Object.keys(body.prefetch ?? {}).map((key) => [key, 'Patient/{{context.patientId}}'])
    const service = { id: 'a', hook: body.hook as 'order-select', prefetch: Object.fromEntries(items) }
    expect(ask({ services: [service] }, body).status).toBe(name.includes('-good') ? 200 : 400)
  })

  it('a card whose source has no label is invalid', () => {
    expect(Value.Check(cdsConfigSchema, giveCards('cdshooks-response-empty-source.json'))).toBe(false)
  })

  it('a card with suggestions is valid; its summary is cut', () => {
    const config = giveCards('cdshooks-response-suggestion.json')
    expect(Value.Check(cdsConfigSchema, config)).toBe(true)
    const opened = {
      hookInstance: 'd1577c69-dfbe-44ad-ba6d-3e05e953b2ea',
      hook: 'patient-view',
      context: { userId: 'Practitioner/d1', patientId: 'p1' },
    }
    const { body } = ask(config as unknown as CdsConfig, opened)
    expect(body).toMatchObject({
      json: { cards: [{ summary: expect.stringMatching(/^.{139}…$/), suggestions: [{ uuid: expect.any(String) }] }] },
    })
  })
})
