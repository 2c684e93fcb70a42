import { defaultSystems } from '@carebench/systems'
import { beforeEach, describe, expect, it } from 'vitest'
import { type OpenPlayground, openPlayground } from './open-playground.js'

// A CSV table in the file exchange is edited row by row; all other rows keep their bytes.

const text = 'mrn,name,status\n0012,"Sample, Ada",open\n0013,Ben,open\n'

let playground: OpenPlayground
beforeEach(async () => {
  playground = await openPlayground(defaultSystems)
  await write(text)
})

async function write(content: string): Promise<void> {
  await playground.clicker.open(`${playground.base}/files/writeOutboundFile?name=list.csv`)
  await playground.clicker.press('Write a file', { '/': content })
}

/** Returns the text of the table that the page shows. */
function shownText(): string | undefined {
  return playground.clicker.page.elements.find(({ tag }) => tag === 'pre')?.text
}

async function open(): Promise<void> {
  await playground.clicker.follow('Files')
  await playground.clicker.follow('Outbound')
  await playground.clicker.follow('list.csv')
}

describe('a table', () => {
  it('has its rows changed, added and removed one by one', async () => {
    const { clicker } = playground
    await open()
    await clicker.follow('Edit 1')
    const labels = clicker.page.elements.flatMap((one) => (one.tag === 'label' ? [one.text.trim()] : []))
    expect(labels).toEqual(['mrn', 'name', 'status'])
    await clicker.press('Save the row', { 'cell.2': 'done, "today"' })
    expect(clicker.page.text).toContain('Done.')
    expect(shownText()).toBe('mrn,name,status\n0012,"Sample, Ada","done, ""today"""\n0013,Ben,open\n')
    await clicker.follow('Add a row')
    await clicker.press('Save the row', { 'cell.0': '0014' })
    await clicker.follow('Edit 2')
    await clicker.press('Remove the row', {})
    expect(shownText()).toBe('mrn,name,status\n0012,"Sample, Ada","done, ""today"""\n0014,,\n')
  })

  it('does not overwrite what somebody else has written in the meantime', async () => {
    const { clicker } = playground
    await open()
    await clicker.follow('Edit 2')
    // As if the page had been opened before the row changed.
    await clicker.press('Save the row', { 'cell.2': 'done', was: '0099,Zoe,open' })
    expect([clicker.page.status, clicker.page.text]).toEqual([422, expect.stringContaining('has changed since')])
    const kept = clicker.page.elements.find(({ attributes }) => attributes.name === 'cell.2')
    expect(kept?.attributes.value).toBe('done')
    await open()
    expect(shownText()).toBe(text)
  })

  it('shows sixty rows on a page, says that a row does not exist, and edits a text file as a whole', async () => {
    const rows = Array.from({ length: 70 }, (_, index) => `${index + 1},x`)
    await write(['number,letter', ...rows, ''].join('\n'))
    const { clicker } = playground
    await open()
    await clicker.follow('Next rows')
    const links = clicker.page.elements.flatMap((one) => (one.tag === 'a' ? [one.text.trim()] : []))
    expect(links.filter((name) => /^Edit \d/.test(name))).toEqual(
      Array.from({ length: 10 }, (_, row) => `Edit ${row + 61}`),
    )
    await clicker.open(`${playground.base}/files/writeOutboundFile?name=list.csv&~line=71`)
    expect([clicker.page.status, clicker.page.text]).toEqual([422, expect.stringContaining('no such row')])
    await clicker.open(`${playground.base}/files/writeOutboundFile?name=list.txt&~line=1`)
    expect(clicker.page.text).toContain('Content')
  })
})
