import type { JsonValue } from '@carebench/protocol'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { bindCursors, unbindCursors } from './delivered-cursors.js'
import { jsonAnswer } from './json-answer.js'
import { answerList } from './list-page.js'

function call(query: string) {
  return { method: 'GET', path: '', query, headers: {}, body: null }
}

function reversed(text: string): string {
  return [...text].reverse().join('')
}

function read(text: string): string | undefined {
  return text.startsWith('bound') ? text.slice(5) : undefined
}

describe('cursors of a delivered answer', () => {
  it('are replaced on pages that have some, and nothing else is changed', () => {
    const meta = { next: 'abc', prev: null, limit: 2 }
    const answer = bindCursors(jsonAnswer(200, { data: [{ _meta: { next: 'x' } }], _meta: meta }), reversed)
    expect(answer.body).toEqual({ json: { data: [{ _meta: { next: 'x' } }], _meta: { ...meta, next: 'cba' } } })
    for (const json of [null, 5, [], {}, { _meta: 5 }, { _meta: { next: null, prev: null } }] as JsonValue[]) {
      const other = jsonAnswer(200, json)
      expect(bindCursors(other, reversed)).toBe(other)
    }
    const text = { ...jsonAnswer(200, null), body: { text: '{"_meta":{"next":"abc"}}' } }
    expect(bindCursors(text, reversed)).toBe(text)
  })

  it('reach the system as it wrote them', () => {
    expect(unbindCursors(call('limit=2&cursor=boundab%2Bc&x=1'), read).query).toBe('limit=2&cursor=ab%2Bc&x=1')
    expect(unbindCursors(call('%63ursor=boundx&cursor=boundy'), read).query).toBe('cursor=x&cursor=y')
    expect(unbindCursors(call('a=1&?cursor=boundx'), read).query).toBe('a=1&?cursor=boundx')
  })

  it('reach the list unchanged, which rejects them, if they cannot be unbound', () => {
    const items = [{ rank: 1, item: 1 }]
    const own = btoa('inbox older 2').replaceAll('=', '')
    expect(answerList(`cursor=${own}`, 'inbox', items, (item) => item).response.status).toBe(200)
    const { query } = unbindCursors(call(`cursor=${own}`), () => undefined)
    const { response } = answerList(query, 'inbox', items, (item) => item)
    expect(response).toMatchObject({ status: 400, body: { json: { error: { code: 'INVALID_CURSOR' } } } })
    expect(JSON.stringify(response.body)).toContain(own)
  })

  it('leave every other parameter as it is, for any query', () => {
    const parametersOf = (query: string) => [...new URLSearchParams(query)].filter(([name]) => name !== 'cursor')
    const aQuery = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.constantFrom('cursor', 'c%75rsor', '?', '=', '&', '+', '%', 'a'), { maxLength: 8 })
        .map((all) => all.join('')),
    )
    fc.assert(
      fc.property(aQuery, (query) => {
        const passed = unbindCursors(call(query), () => undefined).query
        expect(parametersOf(passed)).toEqual(parametersOf(query))
        const cursors = new URLSearchParams(passed).getAll('cursor')
        expect(cursors).toEqual(new URLSearchParams(query).getAll('cursor').map((cursor) => `~${cursor}`))
      }),
      { numRuns: 50 * inject('scale') },
    )
  })
})
