import { expect, it } from 'vitest'
import { changesBetween } from './changes.js'

function record(position: number, key: string, content: string) {
  return { position, key, value: content, content }
}

function readKey({ key }: { readonly key: string }): string {
  return key
}

it('does not hide a record behind another one with its key', () => {
  const before = [record(0, 'a', 'as it was')]
  const altered = record(0, 'a', 'altered')
  for (const after of [
    [altered, record(1, 'a', 'as it was')],
    [record(0, 'a', 'as it was'), record(1, 'a', 'altered')],
  ]) {
    expect(changesBetween(before, after, readKey).length).toBeGreaterThan(0)
  }
  expect(changesBetween(before, before, readKey)).toEqual([])
  const twice = [record(0, 'a', 'same'), record(1, 'a', 'same')]
  expect(changesBetween(twice, twice, readKey)).toEqual([])
})
