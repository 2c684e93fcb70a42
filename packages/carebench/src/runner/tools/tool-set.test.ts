import type { JsonObject } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
import { type ChoosableTool, chooseTools } from './tool-set.js'

const signal = new AbortController().signal

function tool(name: string, description: string, isRare = false): ChoosableTool {
  const call = async (args: JsonObject) => ({ text: `${name} ${JSON.stringify(args)}`, isError: false })
  return { name, description, isRare, inputSchema: { type: 'object', properties: {} }, call }
}

const tools = [
  tool('clock', 'Read the clock.'),
  tool('submit', 'End the work.'),
  tool('portal_appeal_denial', 'Appeal a denial.'),
  tool('fhir_read_history', 'Read earlier versions.', true),
]

describe('chooseTools', () => {
  it('returns all tools, or those that are not rare', () => {
    expect(chooseTools(tools, 'all')).toEqual(tools)
    expect(chooseTools(tools, 'core').map(({ name }) => name)).toEqual(['clock', 'submit', 'portal_appeal_denial'])
  })

  it('returns a few tools for "search", which find and call all others', async () => {
    const chosen = chooseTools(tools, 'search')
    expect(chosen.map(({ name }) => name)).toEqual(['clock', 'submit', 'find_tools', 'call_tool'])
    const use = (name: string, args: JsonObject) => chosen.find((one) => one.name === name)?.call(args, signal)
    expect((await use('find_tools', { query: 'appeal' }))?.text).toContain('portal_appeal_denial')
    expect((await use('find_tools', { query: 'appeal' }))?.text).not.toContain('fhir_read_history')
    expect((await use('find_tools', { query: 'nothing' }))?.text).toContain('fhir_read_history')
    const called = await use('call_tool', { name: 'fhir_read_history', arguments: { type: 'Patient' } })
    expect(called?.text).toBe('fhir_read_history {"type":"Patient"}')
  })

  it('rejects a call of an unknown tool, and lists the known ones', async () => {
    const [, , , call] = chooseTools(tools, 'search')
    const refused = await call?.call({ name: 'submit', arguments: {} }, signal)
    expect(refused).toMatchObject({
      isError: true,
      isInvalid: true,
      text: expect.stringContaining('portal_appeal_denial'),
    })
  })
})
