import { closeSync, openSync } from 'node:fs'
import { expect, it } from 'vitest'
import { findInheritedDescriptors } from './descriptors.js'

it('leaves out what Node opened, which closes by itself', () => {
  const opened = openSync('/dev/null', 'r')
  expect(findInheritedDescriptors()).not.toContain(opened)
  closeSync(opened)
})
