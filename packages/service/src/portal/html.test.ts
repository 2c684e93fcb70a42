import { describe, expect, it } from 'vitest'
import { html } from './html.js'

describe('html', () => {
  it('escapes what is put into text and attributes', () => {
    const text = `<a href='x'>"&"</a>`
    expect(html`<p title="${text}">${text}</p>`.markup).toBe(
      '<p title="&lt;a href=&#39;x&#39;&gt;&quot;&amp;&quot;&lt;/a&gt;">&lt;a href=&#39;x&#39;&gt;&quot;&amp;&quot;&lt;/a&gt;</p>',
    )
  })

  it('takes its own markup as it is, lists one after another, and nothing for what is absent', () => {
    const items = ['a', '<'].map((text) => html`<li>${text}</li>`)
    expect(html`<ul>${items}</ul>${null}${undefined}${false}${0}${''}`.markup).toBe('<ul><li>a</li><li>&lt;</li></ul>0')
  })
})
