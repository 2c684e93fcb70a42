import { isJsonObject } from '@carebench/protocol/wire'
import { generateRecord } from '@carebench/systems/patients'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { checkStructure } from '../../packages/fhir/src/validation/structure-check.js'

describe('a narrative', () => {
  it.each([
    '<div>Ann</div>',
    ' <div xmlns="http://www.w3.org/1999/xhtml">\n<p>a &amp; b &#160;&#xa0;&nbsp;</p><br/><hr /></div>\n',
    "<div><table border='1'><tbody><tr><td rowspan=\"2\" style='color:red'>1</td></tr></tbody></table></div>",
    '<div><a href="http://example.org">x</a><a name="y"/><img src="#p" alt="a > b"/></div>',
    '<div><!-- <script> is not one here --><ul><li>1</li></ul><div>2</div></div>',
  ])('may be %s', (div) => {
    expect(
      checkStructure({ resourceType: 'Basic', code: { text: 'x' }, text: { status: 'generated', div } }, 9),
    ).toEqual([])
  })

  it.each([
    '<div><p>open</div>',
    '<div><p>crossed<b></p></b></div>',
    '<div>a</div><div>b</div>',
    '<div>a & b</div>',
    '<div>a < b</div>',
    '<div>a<br></div>',
    '<div><script>alert(1)</script></div>',
    '<div><SCRIPT>1</SCRIPT></div>',
    '<div><form>x</form></div>',
    '<div><iframe src="http://example.org"/>x</div>',
    '<div onclick="x()">a</div>',
    '<div><a href="javascript:x()">a</a></div>',
    "<div><a href = ' JavaScript:x()'>a</a></div>",
    '<div><p class=x>unquoted</p></div>',
    '<div><td href="x">a</td></div>',
    '<div><?php x ?>a</div>',
    '<div>b<![CDATA[a]]></div>',
    '<div>a</p></div>',
  ])('must not be %s', (div) => {
    const issues = checkStructure({ resourceType: 'Basic', code: { text: 'x' }, text: { status: 'generated', div } }, 9)
    expect(issues).toMatchObject([{ code: 'invariant', expression: ['Basic.text.div'] }])
    expect(issues[0]?.diagnostics).toContain('(txt-1)')
  })

  it('is valid in every generated resource that has one', () => {
    const record = generateRecord({ seed: 3, patients: 3, now: '2026-01-15T12:00:00Z' })
    const narratives = record.flatMap(({ text }) => (isJsonObject(text) ? [text] : []))
    for (const text of narratives) {
      expect(checkStructure({ resourceType: 'Basic', code: { text: 'x' }, text }, 9)).toEqual([])
    }
  })

  it('is well-formed if built from elements, but not without an end tag', () => {
    const { tree } = fc.letrec<{ tree: string }>((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom('text', '&lt;', '<br/>', '<!-- a -->'),
        fc
          .tuple(fc.constantFrom('p', 'b', 'span', 'div'), fc.array(tie('tree'), { maxLength: 3 }))
          .map(([name, inside]) => `<${name} title="x">${inside.join('')}</${name}>`),
      ),
    }))
    const issuesOf = (div: string) =>
      checkStructure({ resourceType: 'Basic', code: { text: 'x' }, text: { status: 'generated', div } }, 9).length
    fc.assert(
      fc.property(tree, (inside) => {
        expect(issuesOf(`<div>x${inside}</div>`)).toBe(0)
        expect(issuesOf(`<div>x<i>${inside}</div>`)).toBe(1)
      }),
      { numRuns: 50 * inject('scale') },
    )
  })
})
