import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dataElement, type Inside, later, markup } from './markup.js'

describe('markup', () => {
  it('escapes values in text and attributes', () => {
    const text = `<a href='x'>"&"</a>`
    expect(markup`<p title="${text}">${text}</p>`.text).toBe(
      '<p title="&lt;a href=&#39;x&#39;&gt;&quot;&amp;&quot;&lt;/a&gt;">&lt;a ' +
        'href=&#39;x&#39;&gt;&quot;&amp;&quot;&lt;/a&gt;</p>',
    )
  })

  it('inserts its own markup unchanged, concatenates lists, and omits absent values', () => {
    const items = ['a', '<'].map((text) => markup`<li>${text}</li>`)
    expect(markup`<ul>${items}</ul>${null}${undefined}${false}${0}${''}`.text).toBe('<ul><li>a</li><li>&lt;</li></ul>0')
  })

  it('escapes values that only look like markup', () => {
    const lookalike = { text: '<b>', toString: () => '<b>', map: () => ['<b>'] }
    expect(markup`<p>${lookalike as unknown as Inside}</p>`.text).toBe('<p>&lt;b&gt;</p>')
  })

  it('makes parts for later when it is written, each in a step of its own and in their order', () => {
    const made: string[] = []
    const part = (name: string, inside: Inside = null) =>
      later(() => {
        made.push(name)
        return markup`<i>${name}${inside}</i>`
      })
    const list = markup`<p>${[part('<a>', part('b')), 'c', [part('d')]]}</p>`
    const whole = markup`${list}${later(() => null)}&amp;`
    expect(made).toEqual([])
    const steps = whole.write()
    const before: string[][] = []
    let step = steps.next()
    for (; step.done !== true; step = steps.next()) before.push([...made])
    expect(before).toEqual([[], ['<a>'], ['<a>', 'b'], ['<a>', 'b', 'd']])
    expect(step.value).toBe('<p><i>&lt;a&gt;<i>b</i></i>c<i>d</i></p>&amp;')
    expect(whole.text).toBe(step.value)
  })

  it('escapes any text reversibly, without a character that opens or closes an element', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const escaped = markup`${text}`.text
        expect(escaped).not.toMatch(/[<>"']/)
        const plain = escaped
          .replaceAll('&lt;', '<')
          .replaceAll('&gt;', '>')
          .replaceAll('&quot;', '"')
          .replaceAll('&#39;', "'")
          .replaceAll('&amp;', '&')
        expect(plain).toBe(text)
      }),
    )
  })
})

describe('a data element', () => {
  it('can contain any JSON, which cannot close it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ unit: 'binary' }), (value, text) => {
        const element = dataElement('data', [value, text, '</script><!--<script>', '\u2028\u202e']).text
        const json = /^<script id="data" type="application\/json">([^<>]*)<\/script>$/.exec(element)?.[1]
        expect(JSON.parse(json ?? '')).toEqual(
          JSON.parse(JSON.stringify([value, text, '</script><!--<script>', '\u2028\u202e'])),
        )
      }),
    )
  })
})
